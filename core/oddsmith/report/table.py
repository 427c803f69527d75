"""Rows of text -> a table: with rich on a terminal, plain and stable elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence

Row = Sequence[str]


def print_table(head: Row, rows: Sequence[Row], numbers: Sequence[int] = ()) -> None:
    """Print to stdout; the columns in `numbers` are set flush right."""
    if sys.stdout.isatty():
        _print_rich(head, rows, numbers)
    else:
        print(plain_table(head, rows, numbers))


def plain_table(head: Row, rows: Sequence[Row], numbers: Sequence[int] = ()) -> str:
    """Columns two blanks apart, no colours, no folding."""
    widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
    lines = []
    for row in [head, *rows]:
        cells = [
            str(cell).rjust(width) if i in numbers else str(cell).ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _print_rich(head: Row, rows: Sequence[Row], numbers: Sequence[int]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for i, title in enumerate(head):
        table.add_column(title, justify="right" if i in numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell), style=_style(str(cell))) for cell in row))
    Console().print(table)


def _style(cell: str) -> str:
    return "bold red" if cell.startswith("✗") else "green" if cell.startswith("✓") else ""
