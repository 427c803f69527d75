"""A process -> the range that each parameter keeps to, and ranges where a condition holds.

    box = { initial state } joined with what every branch that may be taken inside the box can write

the least solution in intervals, found by going round; after `PATIENCE` rounds an end that still moves goes to the end
of the declared range, so that counting up to a million takes no longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from oddsmith.plugin import (
    Access,
    Context,
    Expr,
    Index,
    Interval,
    Name,
    Parameter,
    Process,
    Settler,
    Summand,
    Unary,
    Uniform,
    bounds,
    cells_of,
    conjuncts,
    narrowed,
    transform,
    value_of,
)

Box = Mapping[str, Interval]
PATIENCE = 20


class Boxes:
    """Ranges of the names of one process. Cells of arrays have ranges of their own; what was read is remembered."""

    def __init__(self, process: Process, context: Context) -> None:
        self.process, self.context = process, context
        self.params: dict[str, Parameter] = {p.name: p for p in process.params}
        self._access = Access.of(process)
        self._arrays = {a.name: cells_of(a) for a in process.arrays}
        self._settler = Settler(process)
        self._plain: dict[Expr, Expr] = {}
        self._fixed: dict[str, Interval] = {}
        for table in process.tables:
            entries = [value for value in table.values if value is not None]
            if entries:
                self._fixed[table.name] = (min(entries), max(entries))
        self.box = self._closed({p.name: (p.init, p.init) for p in process.params})

    def plain(self, expr: Expr) -> Expr:
        """The expression with small functions written out, and cells at constant places by their own names."""
        if expr not in self._plain:
            self._plain[expr] = transform(self._settler.left(expr), self._cell)
        return self._plain[expr]

    def range(self, expr: Expr, box: Box) -> Interval | None:
        return bounds(self.plain(expr), box)

    def where(self, condition: Expr, box: Box) -> Box:
        """Ranges that hold wherever the condition does."""
        for part in conjuncts(self.plain(condition)):
            match part:
                case Name(name) if name in box:
                    box = {**box, name: (1, 1)}
                case Unary("not", Name(name)) if name in box:
                    box = {**box, name: (0, 0)}
                case _:
                    box = narrowed(part, box)
        return box

    def chosen(self, summand: Summand, box: Box) -> Box:
        """Ranges with those of the choices of a command."""
        return {**box, **{s.name: (min(s.values), max(s.values)) for s in summand.sums if s.values}}

    def drawn(self, summand: Summand, place: int, box: Box) -> Box:
        """Ranges with those of the draws of a branch."""
        for draw in summand.branches[place].draws:
            domain = draw.domain
            ends = [domain.low, domain.high] if isinstance(domain, Uniform) else [v for v, _ in domain.outcomes]
            ranges = [self.range(end, box) for end in ends]
            known = [found for found in ranges if found is not None]
            if known and len(known) == len(ranges):
                box = {**box, draw.name: (min(low for low, _ in known), max(high for _, high in known))}
        return box

    def _cell(self, node: Expr) -> Expr:
        if isinstance(node, Index) and node.name in self._arrays:
            cells = self._access.place(node)
            if len(cells) == 1 and all(value_of(index) is not None for index in node.indices):
                return Name(next(iter(cells)), span=node.span)
        return node

    def _closed(self, found: dict[str, Interval]) -> Box:
        for number in count():
            self.context.check()
            grown = dict(found)
            for summand in self.process.summands:
                self._step(summand, self._whole(found), grown)
            if grown == found:
                return self._whole(found)
            found = {name: self._widened(name, found[name], grown[name], number) for name in found}
        raise AssertionError("an end moves to the end of its range at the latest")

    def _widened(self, name: str, before: Interval, after: Interval, number: int) -> Interval:
        if number < PATIENCE:
            return after
        param = self.params[name]
        return (param.low if after[0] < before[0] else after[0], param.high if after[1] > before[1] else after[1])

    def _whole(self, found: Mapping[str, Interval]) -> Box:
        """With the ranges of tables and of any cell of an array."""
        arrays: dict[str, Interval] = {}
        for name, cells in self._arrays.items():
            arrays[name] = (min(found[c][0] for c in cells), max(found[c][1] for c in cells))
        return {**self._fixed, **arrays, **found}

    def _step(self, summand: Summand, box: Box, grown: dict[str, Interval]) -> None:
        box = self.chosen(summand, box)
        if self.range(summand.guard, box) == (0, 0):
            return
        box = self.where(summand.guard, box)
        for place, branch in enumerate(summand.branches):
            inner = self.drawn(summand, place, box)
            if self.range(branch.weight, inner) == (0, 0):
                continue
            for update in branch.updates:
                found = self.range(update.value, inner)
                for name in self._access.place(update.target):
                    grown[name] = _joined(self.params[name], grown[name], found)


def _joined(param: Parameter, before: Interval, found: Interval | None) -> Interval:
    """The range with what is written; beyond the declared range no state exists."""
    low, high = (param.low, param.high) if found is None else found
    low, high = max(param.low, int(-(-low // 1))), min(param.high, int(high // 1))
    return (min(before[0], low), max(before[1], high)) if low <= high else before
