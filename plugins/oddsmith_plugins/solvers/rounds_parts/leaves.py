"""Simple conditions -> tables of their truth over the values of the parameters that they read."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Access,
    Compiler,
    EvaluationError,
    Expr,
    NoRoundsError,
    Process,
    Rounds,
    layout_of,
    show,
)

MOST_CELLS = 1 << 22


class LeafTables:
    """Truth tables of conditions, and those that outer conditions look up, one behind the other."""

    def __init__(self, process: Process, rounds: Rounds) -> None:
        self.access = Access.of(process)
        self.compiler = Compiler(layout_of(process))
        self.places = {p.name: place for place, p in enumerate(process.params)}
        self.blank = [p.init for p in process.params]
        self.values = {axis.name: axis.values for axis in rounds.axes}
        self.read: dict[Expr, frozenset[str]] = {}
        self.starts: dict[Expr, int] = {}
        self.parts: list[NDArray[np.uint8]] = []
        self.length = 0

    def size(self, name: str) -> int:
        return len(self.values[name])

    def reads(self, expr: Expr) -> frozenset[str]:
        if expr not in self.read:
            self.read[expr] = self.access.expression(expr)
        return self.read[expr]

    def table(self, expr: Expr, names: tuple[str, ...]) -> NDArray[np.uint8]:
        """Its truth for every combination of values, row-major."""
        closure = self.compiler.compile(expr)
        if np.prod([self.size(name) for name in names], dtype=float) > MOST_CELLS:
            raise NoRoundsError(f"`{show(expr)}` reads too many parameters at once")
        state = list(self.blank)
        found = []
        for held in product(*(self.values[name] for name in names)):
            for name, value in zip(names, held, strict=True):
                state[self.places[name]] = value
            try:
                found.append(bool(closure(tuple(state))))
            except EvaluationError:  # where it has no value the cell cannot occur, or the command was never taken
                found.append(False)
        return np.array(found, dtype=np.uint8)

    def stored(self, expr: Expr, names: tuple[str, ...]) -> int:
        """Where its table begins."""
        if expr not in self.starts:
            self.starts[expr] = self.length
            self.parts.append(self.table(expr, names))
            self.length += len(self.parts[-1])
        return self.starts[expr]

    def truth(self) -> NDArray[np.uint8]:
        return np.concatenate([*self.parts, np.zeros(1, dtype=np.uint8)])
