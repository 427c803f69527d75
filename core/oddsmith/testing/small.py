"""Small state spaces written down by hand: for tests of solvers, graphs and reductions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from oddsmith.kernel.encoding import Encoding
from oddsmith.space.space import Gains, StateSpace, Stored

Choice = Mapping[int, Fraction | int | str]
"""Target state -> weight; a weight may be written as text, "1/3"."""


def stored_of(states: Sequence[Choice | Sequence[Choice]], exact: bool = True) -> Stored:
    """Transitions from a list of states, each a choice (chain) or a list of choices."""
    choices_of = [[s] if isinstance(s, Mapping) else list(s) for s in states]
    choices = [c for several in choices_of for c in several]
    weights = [Fraction(w) for c in choices for w in c.values()]
    columns = [t for c in choices for t in c]
    chain = all(len(several) == 1 for several in choices_of)
    return Stored(
        size=len(states),
        choice_start=None if chain else np.cumsum([0, *map(len, choices_of)]).astype(np.int64),
        row_start=np.cumsum([0, *map(len, choices)]).astype(np.int64),
        column=np.array(columns, dtype=np.int32),
        weight=np.array([float(w) for w in weights]),
        exact=tuple(weights) if exact else None,
    )


def gains_of(
    transitions: Stored,
    state: Sequence[Fraction | int | str] | None = None,
    choice: Sequence[Fraction | int | str] | None = None,
    step: Sequence[Fraction | int | str] | None = None,
) -> Gains:
    """A reward from lists over states, choices and transitions; what is left out is zero."""
    states = tuple(Fraction(g) for g in state or [0] * transitions.size)
    choices = tuple(Fraction(g) for g in choice or [0] * transitions.choices)
    steps = None if step is None else tuple(Fraction(g) for g in step)
    known = transitions.exact is not None
    return Gains(
        state=np.array([float(g) for g in states]),
        choice=np.array([float(g) for g in choices]),
        step=None if steps is None else np.array([float(g) for g in steps]),
        exact_state=states if known else None,
        exact_choice=choices if known else None,
        exact_step=steps if known else None,
    )


def space_of(
    transitions: Stored,
    conditions: Sequence[Sequence[int]] = (),
    gains: Mapping[str, Gains] | None = None,
    initial: int = 0,
) -> StateSpace:
    """A state space whose condition number i holds in the listed states; states carry no variables."""
    masks = []
    for states in conditions:
        mask = np.zeros(transitions.size, dtype=np.bool_)
        mask[list(states)] = True
        masks.append(mask)
    return StateSpace(
        encoding=Encoding.of(()),
        rows=np.zeros((transitions.size, 1), dtype=np.uint64),
        transitions=transitions,
        summand=np.zeros(transitions.choices, dtype=np.int32),
        actions=("tau",),
        conditions=tuple(masks),
        gains=dict(gains or {}),
        initial=initial,
    )
