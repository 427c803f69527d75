"""A question about a number of steps -> the same question about the game with a clock, where no steps are counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from oddsmith.expr.nodes import Name
from oddsmith.graph.reach import Mask
from oddsmith.process.question import Expectation, Path, Probability, Question
from oddsmith.solve.conditions import steps
from oddsmith.solve.desk import Desk
from oddsmith.solve.gains import ChoiceGain, reward_of
from oddsmith.solve.paths import until
from oddsmith.solve.timed import Timed, timed
from oddsmith.space.space import Gains, StateSpace

MARK, ARRIVING = Name("at the right time"), "on arriving"


@dataclass(frozen=True)
class Clocked:
    """The game with a clock, and the question about it."""

    desk: Desk
    game: Timed
    question: Question


def depends_on_steps(question: Question) -> bool:
    """Whether the best choice can depend on the number of steps taken."""
    query = question.query
    if isinstance(query, Probability):
        return query.path.kind == "X" or query.path.bound is not None
    return isinstance(query, Expectation) and query.measure in ("cumulative", "instant")


def clocked(desk: Desk, question: Question, most: int) -> Clocked | None:
    """The question about the game with a clock; None where that would have more transitions than `most`."""
    query = question.query
    if isinstance(query, Probability):
        form = until(desk, query.path)
        game = timed(desk.space, form.low if form.high is None else form.high, form.high is not None, most)
        if game is None:
            return None
        goal = form.goal[game.state] & (game.time >= form.low)
        if form.negated:
            return _posed(desk, game, ~goal, question, replace(query, path=Path("G", MARK)))
        kind = "F" if query.path.left is None else "U"
        return _posed(desk, game, goal, question, replace(query, path=Path(kind, MARK, query.path.left)))
    assert isinstance(query, Expectation)
    assert query.steps is not None
    game = timed(desk.space, steps(query.steps), True, most)
    if game is None:
        return None
    if query.measure == "instant":
        game = replace(game, space=_with_arriving(game, query.reward))
        query = replace(query, reward=ARRIVING)
    return _posed(desk, game, game.ended, question, replace(query, measure="reach", goal=MARK, steps=None))


def _posed(desk: Desk, game: Timed, mark: Mask, question: Question, query: Probability | Expectation) -> Clocked:
    space = replace(game.space, conditions=(*game.space.conditions, mark))
    inner = Desk(space, (*desk.formulas, MARK), desk.context)
    return Clocked(inner, replace(game, space=space), replace(question, query=replace(query, threshold=None)))


def _with_arriving(game: Timed, reward: str) -> StateSpace:
    """The space with one more reward: the state gain of where a step leads, if the clock is then at its end."""
    gain, zero = _arriving(game, reward), Fraction(0)
    exact = gain.exact is not None
    gains = Gains(np.zeros(game.space.size), gain.value, None, (zero,) * game.space.size if exact else None, gain.exact)
    return replace(game.space, gains={**game.space.gains, ARRIVING: gains})


def _arriving(game: Timed, reward: str) -> ChoiceGain:
    transitions, gains = game.space.transitions, reward_of(game.space, reward)
    owner = np.repeat(transitions.owner, np.diff(transitions.row_start))
    counted = game.ended[transitions.column] & ~game.ended[owner]
    each = np.where(counted, transitions.weight * gains.state[transitions.column], 0.0)
    value = np.add.reduceat(each, transitions.row_start[:-1])
    if transitions.exact is None or gains.exact_state is None:
        return ChoiceGain(value, None)
    weights, targets = transitions.exact, transitions.column.tolist()
    terms = [w * gains.exact_state[t] if c else Fraction(0) for w, t, c in zip(weights, targets, counted, strict=True)]
    starts = transitions.row_start.tolist()
    exact = tuple(sum(terms[a:b], Fraction(0)) for a, b in pairwise(starts))
    return ChoiceGain(value, exact)
