"""Levels of a distribution where transitions without gain form cycles -> one set of equations per level."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.solve.bounded import Bounded
from oddsmith.solve.levels import Staircase
from oddsmith.solve.request import Column, Request, Solved, Vector
from oddsmith.space.space import Stored

Exact = list[Fraction]


@dataclass(frozen=True)
class Rung:
    """One level for all states: bounds of x, upper bounds of T, and x exactly where possible."""

    lower: Vector
    upper: Vector
    beyond: Vector
    exact: Exact | None

    def at(self, state: int) -> Bounded:
        if self.exact is not None:
            return Bounded.of(self.exact[state])
        low, high = float(self.lower[state]), float(self.upper[state])
        return Bounded((low + high) / 2, low, high)


class Ladder:
    """The levels in turn; remembers as many as gains can reach back to."""

    def __init__(self, stairs: Staircase, reached: Solved, initial: int) -> None:
        n = stairs.transitions.size
        self.stairs, self.initial = stairs, initial
        self.flat, self.fixed = flat_transitions(stairs)
        self.different = [int(g) for g in np.unique(stairs.gain) if g > 0]
        exact = [Fraction(0)] * n if reached.exact() is not None else None
        self.ground = Rung(np.zeros(n), np.zeros(n), stairs.reaching(reached.upper()), exact)
        self.rungs: dict[int, Rung] = {}
        self.level = 0

    def climb(self) -> Generator[list[Request], list[Solved], Rung]:
        """The next level."""
        n = self.stairs.transitions.size
        below = {g: self.rungs.get(self.level - g, self.ground) for g in self.different}
        request = self._request(below)
        (solved,) = yield [request]
        last = len(request.columns) - 1
        exact = solved.exact(0)
        rung = Rung(
            solved.lower(0)[:n],
            solved.upper(last - 1)[:n],
            solved.upper(last)[:n],
            None if exact is None else [Fraction(x) for x in exact[:n]],
        )
        self.rungs[self.level] = rung
        self.rungs.pop(self.level - self.stairs.highest, None)
        self.level += 1
        return rung

    def _request(self, below: dict[int, Rung]) -> Request:
        """x of this level (bounds, or exactly) and T of this level; what lower levels contribute are the gains."""
        size = self.flat.size
        known = np.concatenate([(self.stairs.goal & (self.level == 0)).astype(np.float64), [0.0]])
        rounding = (float(np.diff(self.stairs.transitions.row_start).max()) + 4) * 2.0**-53
        beyond = self._contribution({g: rung.beyond for g, rung in below.items()}) * (1 + rounding)
        lower = self._contribution({g: rung.lower for g, rung in below.items()}) * (1 - rounding)
        if self.flat.exact is not None and self.ground.exact is not None:
            gain = self._exact_contribution({g: rung.exact for g, rung in below.items() if rung.exact is not None})
            x = Column(known, lower, tuple(Fraction(int(k)) for k in known.tolist()), gain, True)
            sums = tuple(Fraction(b) for b in beyond.tolist())
            tail = Column(np.zeros(size), beyond, (Fraction(0),) * size, sums, True)
            return Request(self.flat, self.fixed, (x, tail), self.initial, whole=True)
        upper = self._contribution({g: rung.upper for g, rung in below.items()}) * (1 + rounding)
        columns = (Column(known, lower), Column(known, upper), Column(np.zeros(size), beyond))
        return Request(self.flat, self.fixed, columns, self.initial, whole=True)

    def _contribution(self, below: dict[int, Vector]) -> Vector:
        t = self.stairs.transitions
        terms = np.zeros(t.count)
        for g, values in below.items():
            rises = np.flatnonzero(self.stairs.gain == g)
            terms[rises] = t.weight[rises] * values[t.column[rises]]
        sums = np.add.reduceat(terms, t.row_start[:-1])
        return np.concatenate([np.where(self.stairs.alive, sums, 0.0), [0.0]])

    def _exact_contribution(self, below: dict[int, Exact]) -> tuple[Fraction, ...]:
        t, weights = self.stairs.transitions, self.stairs.transitions.exact
        assert weights is not None
        rows, column = t.row_start.tolist(), t.column.tolist()
        gain, alive = self.stairs.gain.tolist(), self.stairs.alive.tolist()
        result = []
        for s in range(t.size):
            span = range(rows[s], rows[s + 1]) if alive[s] else range(0)
            result.append(sum((weights[i] * below[gain[i]][column[i]] for i in span if gain[i] > 0), Fraction(0)))
        return (*result, Fraction(0))


def flat_transitions(stairs: Staircase) -> tuple[Stored, NDArray[np.bool_]]:
    """The transitions without gain; those with gain lead to one more state. Fixed: that one and all not alive."""
    t, n = stairs.transitions, stairs.transitions.size
    source = np.repeat(np.arange(n), np.diff(t.row_start))
    flat = np.flatnonzero((stairs.gain == 0) & stairs.alive[source])
    rising = np.flatnonzero((stairs.gain > 0) & stairs.alive[source])
    exits = np.bincount(source[rising], t.weight[rising], n)
    has_exit = exits > 0
    counts = np.bincount(source[flat], minlength=n)
    sizes = np.where(stairs.alive, counts + has_exit, 1)
    start = np.concatenate([[0], np.cumsum(sizes), [int(sizes.sum()) + 1]]).astype(np.int64)
    column = np.full(int(start[-1]), n, dtype=np.int32)
    weight = np.ones(int(start[-1]))
    before = np.concatenate([[0], np.cumsum(counts)])
    place = start[source[flat]] + np.arange(len(flat)) - before[source[flat]]
    last = start[1 : n + 1] - 1
    column[place], weight[place] = t.column[flat], t.weight[flat]
    weight[last[has_exit]] = exits[has_exit]
    column[start[:n][~stairs.alive]] = np.flatnonzero(~stairs.alive)
    exact = None
    if t.exact is not None:
        fractions = [Fraction(1)] * len(column)
        for new, old in zip(place.tolist(), flat.tolist(), strict=True):
            fractions[new] = t.exact[old]
        for s in np.flatnonzero(has_exit).tolist():
            fractions[last[s]] = 1 - sum(fractions[start[s] : last[s]], Fraction(0))
        exact = tuple(fractions)
    return Stored(n + 1, None, start, column, weight, exact), np.concatenate([~stairs.alive, [True]])
