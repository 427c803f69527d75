"""Rows of text -> a table: with rich on a terminal, plain and stable elsewhere."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Literal

Row = Sequence[str]
WIDTH = 100
"""Characters of a line where nobody says how many there are."""
GAP = 3
"""Between two columns on a terminal."""
NARROWEST = 14
"""An elastic column with less room is told below the table, for nothing of it would be left."""


def print_table(head: Row, rows: Sequence[Row], numbers: Sequence[int] = (), elastic: int | None = None) -> None:
    """Print to stdout; the columns in `numbers` are set flush right; `elastic` gives way where there is no room."""
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


def terminal_width() -> int:
    """Characters of a line of this terminal, or those of a plain text."""
    return shutil.get_terminal_size((WIDTH, 0)).columns if sys.stdout.isatty() else WIDTH


def blocks(head: Row, rows: Sequence[Row], kept: int, joined: Sequence[int], width: int) -> list[list[int]]:
    """The columns of one table, or of several that fit: each begins with the first `kept` columns again.

    A column in `joined` stays beside the one before it.
    """
    widths = _widths(head, rows)
    first = list(range(min(kept, len(head))))
    units: list[list[int]] = []
    for place in range(len(first), len(head)):
        if place in joined and units:
            units[-1].append(place)
        else:
            units.append([place])
    found = [list(first)]
    for unit in units:
        taken = sum(widths[place] + GAP for place in [*found[-1], *unit]) - GAP
        if taken > width and len(found[-1]) > len(first):
            found.append([*first, *unit])
        else:
            found[-1] += unit
    return found


def _widths(head: Row, rows: Sequence[Row]) -> list[int]:
    return [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]


def _print_rich(head: Row, rows: Sequence[Row], numbers: Sequence[int], elastic: int | None) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    left = console.width - sum(width + GAP for i, width in enumerate(_widths(head, rows)) if i != elastic)
    dropped = elastic if left < NARROWEST else None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    columns = [i for i in range(len(head)) if i != dropped]
    for i in columns:
        side: Literal["left", "right"] = "right" if i in numbers else "left"
        if i == elastic:
            table.add_column(head[i], justify=side, overflow="ellipsis", no_wrap=True, max_width=left)
        else:
            table.add_column(head[i], justify=side, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(row[i]), style=_style(str(row[i]))) for i in columns))
    console.print(table)
    if dropped is not None:
        print("\n" + "\n".join(_told_below(head, rows, dropped)))


def _told_below(head: Row, rows: Sequence[Row], column: int) -> Iterator[str]:
    """What a column says for which rows, where it has no room: a line for each different text."""
    whose: dict[str, list[str]] = {}
    for row in rows:
        whose.setdefault(str(row[column]), []).append(str(row[0]))
    for text, names in whose.items():
        yield f"{head[column]}: {text}" + (f" ({', '.join(names)})" if len(whose) > 1 else "")


def _style(cell: str) -> str:
    styles = {"✓": "green", "✗ paper": "yellow", "✗": "bold red", "new": "blue"}
    return next((style for start, style in styles.items() if cell.startswith(start)), "")
