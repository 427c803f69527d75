"""A reward of a chain -> what each single transition gains."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.solve.gains import ChoiceGain, reward_of
from oddsmith.space.space import StateSpace, Stored

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class StepGain:
    """[number of transitions]: state, choice and step gain together."""

    transitions: Stored
    value: Vector
    exact: tuple[Fraction, ...] | None

    def parts(self) -> tuple[StepGain, ...]:
        """Gains that are not negative, the second one to be subtracted from the first."""
        if not (self.value < 0).any():
            return (self,)
        return self._part(1), self._part(-1)

    def _part(self, sign: int) -> StepGain:
        exact = None if self.exact is None else tuple(max(sign * g, Fraction(0)) for g in self.exact)
        return StepGain(self.transitions, np.maximum(sign * self.value, 0.0), exact)

    def by_choice(self) -> ChoiceGain:
        """The expected gain of each choice."""
        one = np.ones(self.transitions.size)
        exact_one = None if self.exact is None else (Fraction(1),) * self.transitions.size
        return ChoiceGain(self.weighted(one), self.weighted_exactly(exact_one))

    def weighted(self, factor: Vector) -> Vector:
        """Per choice: the sum of weight * gain * factor(successor)."""
        terms = self.transitions.weight * self.value * factor[self.transitions.column]
        result: Vector = np.add.reduceat(terms, self.transitions.row_start[:-1])
        return result

    def weighted_exactly(self, factor: tuple[Fraction | float, ...] | None) -> tuple[Fraction, ...] | None:
        """The same in fractions, where everything is known as such."""
        weights = self.transitions.exact
        if factor is None or weights is None or self.exact is None:
            return None
        rows, column = self.transitions.row_start.tolist(), self.transitions.column.tolist()
        result = []
        for j in range(len(rows) - 1):
            span = range(rows[j], rows[j + 1])
            result.append(sum((weights[t] * self.exact[t] * Fraction(factor[column[t]]) for t in span), Fraction(0)))
        return tuple(result)


def step_gain(space: StateSpace, name: str) -> StepGain:
    """What the transitions gain of the reward with this name."""
    transitions, gains = space.transitions, reward_of(space, name)
    choice = np.repeat(np.arange(transitions.choices), np.diff(transitions.row_start))
    owner = transitions.owner[choice]
    value = gains.state[owner] + gains.choice[choice]
    if gains.step is not None:
        value = value + gains.step
    exact = None
    if transitions.exact is not None and gains.exact_state is not None and gains.exact_choice is not None:
        pairs = zip(owner.tolist(), choice.tolist(), strict=True)
        amounts = [gains.exact_state[s] + gains.exact_choice[j] for s, j in pairs]
        steps = gains.exact_step or (Fraction(0),) * len(amounts)
        exact = tuple(a + b for a, b in zip(amounts, steps, strict=True))
    return StepGain(transitions, value, exact)
