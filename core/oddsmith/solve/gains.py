"""A reward of a state space -> what each choice gains in expectation.

gain(j) = state(s) + choice(j) + sum over t of weight(t) step(t)        for choice j of state s
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.solve.conditions import refuse
from oddsmith.space.space import Gains, StateSpace, Stored

STEPS = "steps"
"""The reward that always exists: 1 per step."""


@dataclass(frozen=True)
class ChoiceGain:
    """[m]; `exact` where weights and gains are known as fractions."""

    value: NDArray[np.float64]
    exact: tuple[Fraction, ...] | None

    @property
    def has_negative(self) -> bool:
        return bool((self.value < 0).any())

    def part(self, sign: int) -> ChoiceGain:
        """The positive (sign 1) or the negative part (sign -1, turned around): both are not negative."""
        value = np.maximum(sign * self.value, 0.0)
        exact = None if self.exact is None else tuple(max(sign * g, Fraction(0)) for g in self.exact)
        return ChoiceGain(value, exact)


def reward_of(space: StateSpace, name: str) -> Gains:
    """The reward with this name; `steps` also where nobody wrote it down."""
    if name in space.gains:
        return space.gains[name]
    if name == STEPS:
        return _steps(space.transitions)
    if name == "" and len(space.gains) == 1:
        return next(iter(space.gains.values()))
    known = ", ".join([*space.gains, STEPS])
    raise refuse("E502", f"there is no reward `{name}`" if name else "which reward?", fix=f"known: {known}")


def choice_gain(space: StateSpace, name: str) -> ChoiceGain:
    """What the choices gain of the reward with this name."""
    return expected_gain(space.transitions, reward_of(space, name))


def expected_gain(transitions: Stored, gains: Gains) -> ChoiceGain:
    """State, choice and step gains together, per choice."""
    value = gains.choice
    if gains.state.any():
        value = value + (gains.state if transitions.choice_start is None else gains.state[transitions.owner])
    if gains.step is not None:
        value = value + np.add.reduceat(transitions.weight * gains.step, transitions.row_start[:-1])
    return ChoiceGain(np.ascontiguousarray(value), _exact(transitions, gains))


def indicator(transitions: Stored, states: NDArray[np.bool_]) -> ChoiceGain:
    """1 for every step that begins in one of the states."""
    hit = states[transitions.owner]
    exact = None if transitions.exact is None else tuple(Fraction(int(h)) for h in hit.tolist())
    return ChoiceGain(hit.astype(np.float64), exact)


def _exact(transitions: Stored, gains: Gains) -> tuple[Fraction, ...] | None:
    if transitions.exact is None or gains.exact_state is None or gains.exact_choice is None:
        return None
    result = [gains.exact_state[s] + g for s, g in zip(transitions.owner.tolist(), gains.exact_choice, strict=True)]
    if gains.exact_step is not None:
        for j in range(transitions.choices):
            for t in range(int(transitions.row_start[j]), int(transitions.row_start[j + 1])):
                result[j] += transitions.exact[t] * gains.exact_step[t]
    return tuple(result)


def _steps(transitions: Stored) -> Gains:
    exact = transitions.exact is not None
    zero, one = Fraction(0), Fraction(1)
    return Gains(
        np.zeros(transitions.size),
        np.ones(transitions.choices),
        exact_state=(zero,) * transitions.size if exact else None,
        exact_choice=(one,) * transitions.choices if exact else None,
    )
