"""A question about a reward -> requests whose solution at the first state is its expectation.

In a chain a gain that can be negative is split into what is won and what is lost: two columns without negative gains,
whose difference is the answer.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from oddsmith.graph.reach import Mask
from oddsmith.process.question import Expectation, Question, Visits
from oddsmith.solve import chain, decided_rewards
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.columns import reward_column
from oddsmith.solve.conditions import refuse, steps
from oddsmith.solve.decided import Sides
from oddsmith.solve.desk import Desk
from oddsmith.solve.gains import ChoiceGain, choice_gain, indicator, reward_of
from oddsmith.solve.request import Column, Numbers, Request, Vector


def expectation(desk: Desk, question: Question, query: Expectation) -> Numbers:
    """`R{reward} [F goal | C | C<=k | I=k]`."""
    side = desk.sides(query.optimum, query.coalition, question)
    if query.measure == "instant":
        assert query.steps is not None
        return _instant(desk, query.reward, steps(query.steps), side)
    gain = choice_gain(desk.space, query.reward)
    if query.measure == "cumulative":
        assert query.steps is not None
        return _cumulative(desk, gain, steps(query.steps), side)
    if query.measure == "total":
        return total(desk, gain, side)
    assert query.goal is not None
    return reward_to(desk, desk.truth(query.goal), gain, side)


def visits(desk: Desk, question: Question, query: Visits) -> Numbers:
    """`visits=? [states]`: the total of 1 per step that begins there."""
    side = desk.sides(query.optimum, None, question)
    return total(desk, indicator(desk.space.transitions, desk.truth(query.states)), side)


def parts(gain: ChoiceGain) -> tuple[ChoiceGain, ...]:
    """Gains that are not negative, the second one to be subtracted from the first."""
    return (gain.part(1), gain.part(-1)) if gain.has_negative else (gain,)


def reward_to(desk: Desk, goal: Mask, gain: ChoiceGain, side: Sides | None) -> Numbers:
    if side is not None:
        request = decided_rewards.reward_until(desk.structure, goal, gain, desk.initial, side)
        (solved,) = yield [request]
        return solved.at(desk.initial)
    several = parts(gain)
    (solved,) = yield [chain.reward_until(desk.structure, goal, several, desk.initial)]
    numbers = [solved.at(desk.initial, k) for k in range(len(several))]
    if numbers[0].value == np.inf:
        return Bounded.of(np.inf)
    return numbers[0] if len(numbers) == 1 else numbers[0].minus(numbers[1])


def total(desk: Desk, gain: ChoiceGain, side: Sides | None) -> Numbers:
    """The expected gain for ever."""
    if side is not None:
        (solved,) = yield [decided_rewards.total_reward(desk.structure, gain, desk.initial, side)]
        return solved.at(desk.initial)
    several = yield [chain.total_reward(desk.structure, part, desk.initial) for part in parts(gain)]
    numbers = [solved.at(desk.initial) for solved in several]
    if len(numbers) == 1:
        return numbers[0]
    if numbers[0].value == numbers[1].value == np.inf:
        raise refuse("E503", "the total has no value: infinitely much is won and infinitely much is lost")
    return numbers[0].minus(numbers[1])


def _cumulative(desk: Desk, gain: ChoiceGain, horizon: int, side: Sides | None) -> Numbers:
    transitions = desk.space.transitions
    several = parts(gain) if side is None else (gain,)
    columns = tuple(reward_column(transitions, part) for part in several)
    nowhere = np.zeros(transitions.size, dtype=np.bool_)
    (solved,) = yield [Request(transitions, nowhere, columns, desk.initial, side, horizon)]
    numbers = [solved.at(desk.initial, k) for k in range(len(several))]
    return numbers[0] if len(numbers) == 1 else numbers[0].minus(numbers[1])


def _instant(desk: Desk, reward: str, horizon: int, side: Sides | None) -> Numbers:
    """The state gain of the state in which one is after so many steps."""
    transitions, gains = desk.space.transitions, reward_of(desk.space, reward)
    exact = gains.exact_state if transitions.exact is not None else None
    if side is None and (gains.state < 0).any():
        columns = tuple(_known(sign * gains.state, exact, sign) for sign in (1, -1))
    else:
        columns = (Column(gains.state, exact_known=exact, is_exact=exact is not None),)
    nowhere = np.zeros(transitions.size, dtype=np.bool_)
    (solved,) = yield [Request(transitions, nowhere, columns, desk.initial, side, horizon)]
    numbers = [solved.at(desk.initial, k) for k in range(len(columns))]
    return numbers[0] if len(numbers) == 1 else numbers[0].minus(numbers[1])


def _known(values: Vector, exact: tuple[Fraction, ...] | None, sign: int) -> Column:
    positive = None if exact is None else tuple(max(sign * g, Fraction(0)) for g in exact)
    return Column(np.maximum(values, 0.0), exact_known=positive, is_exact=exact is not None)
