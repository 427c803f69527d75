"""Parameters -> columns: what might change places by an index, such as the cells of an array or `x1, x2, x3`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from oddsmith.plugin import Process

Index = int | str
NUMBERED = re.compile(r"(.*?)(\d+)")


@dataclass(frozen=True)
class Column:
    """The parameters that belong to each index; a record of a player is made of several columns."""

    name: str
    cells: Mapping[Index, tuple[str, ...]]

    @property
    def indices(self) -> tuple[Index, ...]:
        return tuple(self.cells)


def columns_of(process: Process) -> list[Column]:
    """Arrays along each axis; then single parameters that differ in a number at the end, or in their module."""
    names = [param.name for param in process.params]
    found: list[Column] = []
    inside: set[str] = set()
    for array in process.arrays:
        places = list(product(*(range(low, high + 1) for low, high in array.axes)))
        cells = dict(zip(places, names[array.first : array.first + len(places)], strict=True))
        inside |= set(cells.values())
        for axis, (low, high) in enumerate(array.axes):
            lines = {i: tuple(cell for place, cell in cells.items() if place[axis] == i) for i in range(low, high + 1)}
            found.append(Column(array.name, lines))
    found += _alike([name for name in names if name not in inside])
    return [column for column in found if len(column.cells) > 1]


def _alike(names: list[str]) -> Iterator[Column]:
    stems: dict[str, dict[Index, tuple[str, ...]]] = {}
    for name in names:
        numbered = NUMBERED.fullmatch(name)
        module, dot, own = name.rpartition(".")
        if numbered is not None:
            stems.setdefault(numbered[1], {})[int(numbered[2])] = (name,)
        elif dot:
            stems.setdefault(f".{own}", {})[module] = (name,)
    yield from (Column(stem, cells) for stem, cells in stems.items())


def records(columns: list[Column]) -> Iterator[list[Column]]:
    """Every column alone, then those with the same indices together."""
    yield from ([column] for column in columns)
    together: dict[tuple[Index, ...], list[Column]] = {}
    for column in columns:
        together.setdefault(column.indices, []).append(column)
    yield from (several for several in together.values() if len(several) > 1)
