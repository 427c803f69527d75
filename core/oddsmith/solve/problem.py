"""A problem: fixed values, gains and a side per state, over one set of transitions.

    x(s) = known(s)                                         if fixed(s)
    x(s) = best over choices j of s:  gain(j) + sum_t weight(t) x(column(t))     otherwise

`best` is max or min (by `side`), or the only choice of a chain. With a horizon h the equation is applied h times
to `known` (the values before the first step, also at states that are not fixed) instead of solved.
k columns share the matrix; each column is solved for itself, also where something is decided. In a chain's column
the value can be zero in a region where other columns are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.space.space import Stored


class Trait(Enum):
    """A fact about a problem that solvers ask for."""

    CHAIN = "one choice in every state"
    ONE_SIDED = "all deciding states want the same"
    TWO_SIDED = "some states maximise, some minimise"
    ACYCLIC = "no cycle but loops at single states"
    STOPPING = "the fixed states are reached for sure, whatever is chosen"
    EXACT_WEIGHTS = "weights and gains known as fractions"
    STORED = "transitions in memory"
    HORIZON = "a number of steps is given"
    UNBOUNDED = "no number of steps is given"
    NONNEGATIVE = "no gain and no known value is negative"
    TREE = "hidden information, or players who want rewards of their own, in a game that ends"
    ROUNDS = "turns that go round, taken from the game itself before anything is stored"


class Promise(Enum):
    """What a solver's numbers are."""

    EXACT = "fractions"
    BOUNDS = "an interval that contains the true value"
    STRATEGY = "a best choice per state"
    ESTIMATE = "an estimate without proof"


@dataclass(frozen=True)
class Problem:
    """See the module's equation. Every column has the same fixed states and sides."""

    transitions: Stored
    fixed: NDArray[np.bool_]
    known: NDArray[np.float64]
    """[n, k]; values at fixed states (may be infinite, but then no other state steps there); with a horizon the
    values before the first step everywhere; zero elsewhere."""
    gain: NDArray[np.float64] | None
    """[m, k] per choice; None: all zero."""
    traits: frozenset[Trait]
    initial: int
    side: NDArray[np.int8] | None = None
    """+1 maximise, -1 minimise, 0 no decision; None for a chain."""
    horizon: int | None = None
    exact_known: tuple[tuple[Fraction | float, ...], ...] | None = None
    """[k][n]; fractions (or float infinity) at fixed states, 0 elsewhere."""
    exact_gain: tuple[tuple[Fraction, ...] | None, ...] | None = None
    """[k][m], None for an all-zero column; the whole field is None where gains are not known exactly."""
    whole: bool = False
    """Whether narrow bounds are wanted at all states; else only at the initial one."""
    ceiling: float | None = None
    """No value is above this (1 for probabilities)."""
    components: NDArray[np.int32] | None = None
    """Of each state that is not fixed: its strongly connected component among those, numbered so that steps lead to
    equal or lower numbers (successors first); -1 for fixed states. None: not known (a horizon)."""
    proper: NDArray[np.int64] | None = None
    """[n]; where the problem is not STOPPING: a choice per state under which the fixed states are reached for sure
    (-1 at fixed states; with two sides only where the minimiser decides, whatever the other side does). Policies that
    do not reach them are then infinitely bad. None in such a problem of two sides: what never ends is worth no more
    than was gained on the way, so the least solution is meant."""

    @property
    def columns(self) -> int:
        return int(self.known.shape[1])
