"""Known values and gains -> columns, with fractions wherever the transitions have them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.solve.gains import ChoiceGain
from oddsmith.solve.request import Column, Solved
from oddsmith.space.space import Stored

Mask = NDArray[np.bool_]


def probability_column(transitions: Stored, one: Mask) -> Column:
    """Known to be 1 in these states and 0 in the others."""
    exact = None if transitions.exact is None else tuple(Fraction(int(x)) for x in one.tolist())
    return Column(one.astype(np.float64), exact_known=exact, is_exact=exact is not None)


def reward_column(transitions: Stored, gain: ChoiceGain | None, infinite: Mask | None = None) -> Column:
    """Known to be infinite in these states and 0 in the others; None: nothing is gained."""
    known = np.zeros(transitions.size)
    if infinite is not None:
        known[infinite] = np.inf
    is_exact = transitions.exact is not None and (gain is None or gain.exact is not None)
    exact: tuple[Fraction | float, ...] | None = None
    if is_exact:
        exact = tuple(x if x else Fraction(0) for x in known.tolist())
    return Column(
        known,
        None if gain is None else gain.value,
        exact,
        None if gain is None or not is_exact else gain.exact,
        is_exact,
    )


def solved_columns(transitions: Stored, solved: Solved, column: int = 0) -> tuple[Column, ...]:
    """What was solved before as known values: one column if exact or sharp, else one of lower, one of upper bounds."""
    lower, upper = solved.lower(column), solved.upper(column)
    exact = solved.exact(column)
    if exact is not None:
        return (Column(lower, exact_known=exact, is_exact=transitions.exact is not None),)
    return (Column(lower),) if np.array_equal(lower, upper) else (Column(lower), Column(upper))
