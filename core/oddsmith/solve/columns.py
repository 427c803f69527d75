"""Known values and gains -> columns, with fractions wherever the transitions have them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.solve.bounded import Bounded
from oddsmith.solve.gains import ChoiceGain
from oddsmith.solve.request import Column, Solved
from oddsmith.space.space import Stored

Mask = NDArray[np.bool_]


def probability_column(transitions: Stored, one: Mask) -> Column:
    """Known to be 1 in these states and 0 in the others."""
    exact = None if transitions.exact is None else tuple(Fraction(int(x)) for x in one.tolist())
    return Column(one, exact_known=exact, is_exact=exact is not None)


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


def carried(transitions: Stored, solved: Solved, columns: int = 1) -> tuple[Column, ...]:
    """What was solved before as known values: one column if exact or sharp, else lower bounds, then upper bounds.

    Of several solved columns the first holds the lower, the last the upper bounds.
    """
    exact = solved.exact(0)
    lower, upper = solved.lower(0), solved.upper(columns - 1)
    if exact is not None:
        return (Column(lower, exact_known=exact, is_exact=transitions.exact is not None),)
    return (Column(lower),) if np.array_equal(lower, upper) else (Column(lower), Column(upper))


def spanned(solved: Solved, state: int, columns: int) -> Bounded:
    """One number from a column of lower and one of upper bounds."""
    low, high = solved.at(state, 0), solved.at(state, columns - 1)
    if columns == 1 or low.exact is not None:
        return low
    return Bounded((low.value + high.value) / 2, low.lower, high.upper)
