"""Problems written down by hand: for tests of solvers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from oddsmith.graph.components import components
from oddsmith.solve.problem import Problem, Trait
from oddsmith.space.space import Stored

Number = Fraction | int | str | float


def problem_of(
    transitions: Stored,
    known: Mapping[int, Number],
    gain: Sequence[Number] | None = None,
    maximise: bool | None = None,
    initial: int = 0,
    horizon: int | None = None,
    stopping: bool = True,
    side: Sequence[int] | None = None,
) -> Problem:
    """One column: known values by state (with a horizon: where a step begins), gains by choice, who decides.

    `side` is for games of two sides: 1 for states that maximise, -1 for those that minimise.
    """
    fixed = np.zeros(transitions.size, dtype=np.bool_)
    if horizon is None:
        fixed[list(known)] = True
    exact = tuple(_exact(known.get(state, 0)) for state in range(transitions.size))
    exact_gain = None if gain is None else tuple(Fraction(g) for g in gain)
    found = None if horizon is not None else components(transitions, ~fixed)
    several = transitions.choice_start is not None
    traits = _traits(transitions, found is not None and found.is_acyclic, horizon, stopping, exact, exact_gain)
    if side is not None:
        traits = traits - {Trait.ONE_SIDED} | {Trait.TWO_SIDED}
    elif several:
        side = [1 if maximise else -1] * transitions.size
    return Problem(
        transitions=transitions,
        fixed=fixed,
        known=np.array([[float(value)] for value in exact]),
        gain=None if exact_gain is None else np.array([[float(g)] for g in exact_gain]),
        traits=traits,
        initial=initial,
        side=None if side is None else np.array(side, dtype=np.int8),
        horizon=horizon,
        exact_known=(exact,),
        exact_gain=(exact_gain,),
        components=None if found is None else found.number,
    )


def _exact(value: Number) -> Fraction | float:
    return value if isinstance(value, float) and np.isinf(value) else Fraction(value)


def _traits(
    transitions: Stored,
    acyclic: bool,
    horizon: int | None,
    stopping: bool,
    known: Sequence[Fraction | float],
    gain: Sequence[Fraction] | None,
) -> frozenset[Trait]:
    facts = {
        Trait.STORED: True,
        Trait.ONE_SIDED: True,
        Trait.CHAIN: transitions.choice_start is None,
        Trait.ACYCLIC: acyclic,
        Trait.STOPPING: stopping and horizon is None,
        Trait.HORIZON: horizon is not None,
        Trait.UNBOUNDED: horizon is None,
        Trait.EXACT_WEIGHTS: transitions.exact is not None,
        Trait.NONNEGATIVE: min([*known, *(gain or ())], default=0) >= 0,
    }
    return frozenset(trait for trait, holds in facts.items() if holds)


def walk(length: int, up: Fraction | str = Fraction(1, 2), exact: bool = False) -> Stored:
    """The gambler's ruin: from 1..length-1 one step up or down; 0 and length are ends."""
    chance = Fraction(up)
    inner = np.arange(1, length)
    column = np.empty(2 * length, dtype=np.int32)
    weight = np.empty(2 * length)
    column[0], column[-1], weight[0], weight[-1] = 0, length, 1.0, 1.0
    column[1:-1:2], column[2:-1:2] = inner - 1, inner + 1
    weight[1:-1:2], weight[2:-1:2] = float(1 - chance), float(chance)
    rows = np.concatenate([[0, 1], 2 * inner + 1, [2 * length]]).astype(np.int64)
    weights = (Fraction(1), *((1 - chance, chance) * (length - 1)), Fraction(1)) if exact else None
    return Stored(length + 1, None, rows, column, weight, weights)
