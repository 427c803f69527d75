"""Factors of a chain -> a solution in double the usual precision, with proved bounds.

x is kept as a sum of two numbers, high + low. Steps x += solve(r) with its residual r (see `rows`) are repeated until r
is no larger than its own rounding error, or until that does not help (iterative refinement: Wilkinson 1963). The
factors may be rough: whoever solves only to two digits needs more steps.

Certificate: let s(i) >= |r(i)| + rounding and e >= 0 with

    leak(i) e(i) + sum over t of weight(t) (e(i) - e(column(t))) >= s(i),

checked with rounding against us. Then x - e is below its own equation's right-hand side and x + e above, hence
|x - x*| <= e, because the equations are monotone and have one solution. e comes from the same factors. Where there is
a choice, the same is asked of every choice j, with s(j) = r(j) + rounding when maximising, -r(j) + rounding when
minimising (choices that are clearly worse ask for nothing), and of the chosen one as above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.bounds import UNIT

Vector = NDArray[np.float64]
STEPS = 12
"""Most refinements of a solution, and most attempts at a certificate."""


class Factors(Protocol):
    """Whatever solves the equations of one chain, well or roughly; and its rows."""

    context: Context

    @property
    def doubt(self) -> float:
        """Differences of solutions so much smaller than they are may be errors that refinement has left."""

    def solve(self, right: Vector) -> Vector:
        """About x with (leaving) x - A x = right, all columns at once."""

    def residuals(self, constant: Vector, high: Vector, low: Vector) -> tuple[Vector, Vector]:
        """The residual of high + low, and a bound of the rounding errors in it."""

    def shortfall(self, wanted: Vector, e: Vector) -> Vector:
        """What (leaving) e - A e lacks of what is wanted; 0 where it is surely enough."""

    def greatest(self, values: Vector) -> Vector:
        """Per column the greatest of all rows, also of those that others hold."""


@dataclass(frozen=True)
class Refined:
    """A solution in two parts, with a bound of |residual| + rounding."""

    high: Vector
    low: Vector
    wanted: Vector
    steps: int


def refine(factors: Factors, constant: Vector, begin: Refined | None = None) -> Refined:
    """Solve and refine all columns; the best that was met."""
    if begin is None:
        high, low = factors.solve(constant), np.zeros_like(constant)
    else:
        high, low = begin.high, begin.low
    best, least, steps = begin, np.inf, 0
    while True:
        rest, slack = factors.residuals(constant, high, low)
        factors.context.check()
        relative = factors.greatest(np.abs(rest) / np.where(slack > 0, slack, 1.0))
        badness = float(np.max(relative, initial=0.0))
        enough = badness <= 0.5 * least
        if best is None or badness < least:
            best = Refined(high, low, np.abs(rest) + slack, steps)
        if badness <= 1.0 or steps == STEPS or not enough:
            return best
        least, steps = badness, steps + 1
        high, low = _sum(high, low, factors.solve(rest))


def cover(factors: Factors, wanted: Vector) -> Vector:
    """e >= 0 such that (leaving) e - A e >= wanted, checked; infinite columns where that fails."""
    aim, e, most = 2.0 * wanted, wanted, factors.greatest(wanted)
    for _ in range(STEPS):
        e = np.maximum(factors.solve(aim), 0.0)
        factors.context.check()
        lacking = factors.shortfall(wanted, e)
        most = factors.greatest(lacking)
        if not most.any():
            return e
        # where e is flat, its own rounding decides: ask for a little more everywhere
        aim += 4.0 * lacking + 16 * UNIT * e
    return np.where(most == 0, e, np.inf)


def _sum(high: Vector, low: Vector, more: Vector) -> tuple[Vector, Vector]:
    """high + low + more as a sum of two again."""
    total = high + more
    back = total - high
    error = (high - (total - back)) + (more - back)
    small = low + error
    top = total + small
    return top, small - (top - total)
