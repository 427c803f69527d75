"""A question about a number of steps -> the same question about the game with a clock, where no steps are counted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from oddsmith.process.question import Expectation, Probability, Question
from oddsmith.solve.conditions import steps
from oddsmith.solve.desk import Desk, swapped
from oddsmith.solve.gains import ChoiceGain, choice_gain, reward_of
from oddsmith.solve.paths import Until, probability, until
from oddsmith.solve.request import Numbers
from oddsmith.solve.rewards import reward_to
from oddsmith.solve.timed import Timed, timed


def depends_on_steps(question: Question) -> bool:
    """Whether the best choice can depend on the number of steps taken."""
    query = question.query
    if isinstance(query, Probability):
        return query.path.kind == "X" or query.path.bound is not None
    return isinstance(query, Expectation) and query.measure in ("cumulative", "instant")


def clocked(desk: Desk, question: Question) -> tuple[Desk, Timed, Numbers] | None:
    """The game with a clock, and the question at work on it; None where it would be too large."""
    query = question.query
    if isinstance(query, Probability):
        form = until(desk, query.path)
        game = timed(desk.space, form.low if form.high is None else form.high, form.high is not None)
        return None if game is None else _path(desk, game, form, question, query)
    assert isinstance(query, Expectation)
    assert query.steps is not None
    game = timed(desk.space, steps(query.steps), stops=True)
    return None if game is None else _gain(desk, game, question, query)


def _path(desk: Desk, game: Timed, form: Until, question: Question, query: Probability) -> tuple[Desk, Timed, Numbers]:
    inner = replace(desk, space=game.space)
    optimum = swapped(query.optimum) if form.negated else query.optimum
    through = None if form.through is None else form.through[game.state]
    goal = form.goal[game.state] & (game.time >= form.low)
    plain = Until(goal, through, negated=form.negated)
    return inner, game, probability(inner, plain, inner.sides(optimum, query.coalition, question))


def _gain(desk: Desk, game: Timed, question: Question, query: Expectation) -> tuple[Desk, Timed, Numbers]:
    inner = replace(desk, space=game.space)
    if query.measure == "cumulative":
        gain = choice_gain(game.space, query.reward)
    else:
        gain = _arriving(game, query.reward)
    side = inner.sides(query.optimum, query.coalition, question)
    return inner, game, reward_to(inner, game.ended, gain, side)


def _arriving(game: Timed, reward: str) -> ChoiceGain:
    """The state gain of where a step leads, if the clock is then at its end."""
    transitions, gains = game.space.transitions, reward_of(game.space, reward)
    counted = (
        (game.ended[transitions.column]) & ~game.ended[np.repeat(transitions.owner, np.diff(transitions.row_start))]
    )
    each = np.where(counted, transitions.weight * gains.state[transitions.column], 0.0)
    value = np.add.reduceat(each, transitions.row_start[:-1])
    if transitions.exact is None or gains.exact_state is None:
        return ChoiceGain(value, None)
    weights, targets = transitions.exact, transitions.column.tolist()
    terms = [w * gains.exact_state[t] if c else Fraction(0) for w, t, c in zip(weights, targets, counted, strict=True)]
    starts = transitions.row_start.tolist()
    exact = tuple(sum(terms[a:b], Fraction(0)) for a, b in pairwise(starts))
    return ChoiceGain(value, exact)
