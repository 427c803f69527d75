"""Rows of text -> a table: with rich on a terminal, plain and stable elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Literal

Row = Sequence[str]
GAP = 3
"""Between two columns on a terminal."""
NARROWEST = 14
"""An elastic column with less room is folded like the others, for nothing of it would be left."""


def print_table(head: Row, rows: Sequence[Row], numbers: Sequence[int] = (), elastic: int | None = None) -> None:
    """Print to stdout; the columns in `numbers` are set flush right; `elastic` is cut where a terminal is narrow."""
    if sys.stdout.isatty():
        _print_rich(head, rows, numbers, elastic)
    else:
        print(plain_table(head, rows, numbers))


def plain_table(head: Row, rows: Sequence[Row], numbers: Sequence[int] = ()) -> str:
    """Columns two blanks apart, no colours, no folding."""
    widths = _widths(head, rows)
    lines = []
    for row in [head, *rows]:
        cells = [
            str(cell).rjust(width) if i in numbers else str(cell).ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _widths(head: Row, rows: Sequence[Row]) -> list[int]:
    return [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]


def _print_rich(head: Row, rows: Sequence[Row], numbers: Sequence[int], elastic: int | None) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    left = console.width - sum(width + GAP for i, width in enumerate(_widths(head, rows)) if i != elastic)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for i, title in enumerate(head):
        side: Literal["left", "right"] = "right" if i in numbers else "left"
        if i == elastic and left >= NARROWEST:
            table.add_column(title, justify=side, overflow="ellipsis", no_wrap=True, max_width=left)
        else:
            table.add_column(title, justify=side, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell), style=_style(str(cell))) for cell in row))
    console.print(table)


def _style(cell: str) -> str:
    return "bold red" if cell.startswith("✗") else "green" if cell.startswith("✓") else ""
