"""Simple conditions -> tables of their truth over the values of the parameters that they read."""

from __future__ import annotations

import operator as operators
from itertools import product

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Access,
    Compare,
    Compiler,
    EvaluationError,
    Expr,
    NoRoundsError,
    Number,
    Process,
    Rounds,
    layout_of,
    show,
)

MOST_CELLS = 1 << 22
COMPARED = {
    "=": operators.eq,
    "!=": operators.ne,
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
}


class LeafTables:
    """Truth tables of conditions, and those that outer conditions look up, one behind the other."""

    def __init__(self, process: Process, rounds: Rounds) -> None:
        self.access = Access.of(process)
        self.compiler = Compiler(layout_of(process))
        self.places = {p.name: place for place, p in enumerate(process.params)}
        self.blank = [p.init for p in process.params]
        self.values = {axis.name: axis.values for axis in rounds.axes}
        self.read: dict[Expr, frozenset[str]] = {}
        self.numbers: dict[tuple[Expr, tuple[str, ...]], NDArray[np.float64]] = {}
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
        if np.prod([self.size(name) for name in names], dtype=float) > MOST_CELLS:
            raise NoRoundsError(f"`{show(expr)}` reads too many parameters at once")
        match expr:
            case Compare(first, ((operator, Number(limit)),)) if float(limit) == limit:
                numbers = self._numbers(first, names)
                if not np.isinf(numbers).any():
                    found = COMPARED[operator](numbers, float(limit)) & ~np.isnan(numbers)
                    return found.astype(np.uint8)
        return (self._numbers(expr, names) == 1).astype(np.uint8)

    def _numbers(self, expr: Expr, names: tuple[str, ...]) -> NDArray[np.float64]:
        """Its values, calculated once for all that they are compared with; infinite where a double does not hold them.

        Not a number where it has none: there the cell cannot occur, or the command was never taken.
        """
        if (expr, names) not in self.numbers:
            closure = self.compiler.compile(expr)
            state = list(self.blank)
            found = []
            for held in product(*(self.values[name] for name in names)):
                for name, number in zip(names, held, strict=True):
                    state[self.places[name]] = number
                try:
                    value = closure(tuple(state))
                    found.append(float(value) if float(value) == value else np.inf)
                except EvaluationError:
                    found.append(np.nan)
            self.numbers[expr, names] = np.array(found)
        return self.numbers[expr, names]

    def stored(self, expr: Expr, names: tuple[str, ...]) -> int:
        """Where its table begins."""
        if expr not in self.starts:
            self.starts[expr] = self.length
            self.parts.append(self.table(expr, names))
            self.length += len(self.parts[-1])
        return self.starts[expr]

    def truth(self) -> NDArray[np.uint8]:
        return np.concatenate([*self.parts, np.zeros(1, dtype=np.uint8)])
