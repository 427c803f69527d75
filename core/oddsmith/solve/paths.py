"""A path formula -> requests whose solution at the first state is its probability.

G a = not F not a,  F a = true U a
left U[low, high] right:  `high - low` steps of (left U right), then `low` steps in which left has to hold
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from oddsmith.graph.reach import Mask
from oddsmith.process.question import Path
from oddsmith.solve import chain, decided
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.columns import carried, probability_column, spanned
from oddsmith.solve.conditions import refuse, steps
from oddsmith.solve.decided import Sides
from oddsmith.solve.desk import Desk
from oddsmith.solve.request import Column, Numbers, Request, Solved


@dataclass(frozen=True)
class Until:
    """`through U[low, high] goal`, or (where `negated`) its opposite."""

    goal: Mask
    through: Mask | None
    low: int = 0
    high: int | None = None
    negated: bool = False

    @property
    def blocked(self) -> Mask:
        """Where the path has failed."""
        return np.zeros_like(self.goal) if self.through is None else ~self.through & ~self.goal


def until(desk: Desk, path: Path) -> Until:
    """Every path formula as an until."""
    right = desk.truth(path.right)
    if path.kind == "X":
        return Until(right, None, 1, 1)
    low, high = 0, None
    if path.bound is not None:
        low = 0 if path.bound.low is None else steps(path.bound.low)
        high = None if path.bound.high is None else steps(path.bound.high)
        if high is not None and high < low:
            span = path.right.span
            raise refuse("E501", f"the step bound {low}..{high} is empty", span)
    if path.kind == "G":
        return Until(~right, None, low, high, negated=True)
    return Until(right, None if path.left is None else desk.truth(path.left), low, high)


def unbounded(desk: Desk, form: Until, side: Sides | None, whole: bool = False) -> Request:
    """The request for an until without step bounds."""
    if side is None:
        request = chain.reach(desk.structure, form.goal, form.through, desk.initial)
    else:
        request = decided.reach(desk.structure, form.goal, form.through, desk.initial, side)
    return replace(request, whole=whole)


def bounded(desk: Desk, form: Until, side: Sides | None, horizon: int, start: tuple[Column, ...] = ()) -> Request:
    """The request for `horizon` steps of an until; it may go on from `start`."""
    transitions = desk.space.transitions
    columns = start or (probability_column(transitions, form.goal),)
    fixed = form.goal | form.blocked
    return Request(transitions, fixed, columns, desk.initial, side, horizon, ceiling=1.0, whole=True)


def probability(desk: Desk, form: Until, side: Sides | None) -> Numbers:
    """The probability of the until (or of its opposite, where negated) at the first state."""
    if form.high is None:
        (solved,) = yield [unbounded(desk, form, side, whole=form.low > 0)]
    else:
        (solved,) = yield [replace(bounded(desk, form, side, form.high - form.low), whole=form.low > 0)]
    result = solved.at(desk.initial)
    if form.low > 0:
        result = yield from _later(desk, form, side, solved)
    return result.complement() if form.negated else result


def _later(desk: Desk, form: Until, side: Sides | None, solved: Solved) -> Numbers:
    """`low` steps back from what is solved; in each of them `through` has to hold where the step begins."""
    transitions = desk.space.transitions
    nowhere = np.zeros_like(form.goal)
    columns, left = carried(transitions, solved), form.low
    if form.through is not None:
        # the goal itself need not be in `through`, so only the states before it are held to it
        if not form.through[desk.initial]:
            return Bounded.of(Fraction(0))
        (solved,) = yield [Request(transitions, nowhere, columns, desk.initial, side, 1, ceiling=1.0, whole=True)]
        columns = carried(transitions, solved, len(columns))
        columns = tuple(_without(column, ~form.through) for column in columns)
        left -= 1
    failed = nowhere if form.through is None else ~form.through
    (solved,) = yield [Request(transitions, failed, columns, desk.initial, side, left, ceiling=1.0)]
    return spanned(solved, desk.initial, len(columns))


def _without(column: Column, failed: Mask) -> Column:
    """The column with 0 where the path has failed."""
    known = np.where(failed, 0.0, column.known)
    exact = column.exact_known
    if exact is not None:
        exact = tuple(x * (not bad) for x, bad in zip(exact, failed.tolist(), strict=True))
    return Column(known, column.gain, exact, column.exact_gain, column.is_exact)
