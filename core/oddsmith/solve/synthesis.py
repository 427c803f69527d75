"""An answered question -> the strategy behind the answer, checked by following it.

The choices come from the solution (see `drawn`); where the best choice depends on the number of steps, from the same
question about the game with a clock (see `clocked`). Then the choices are taken as given and the question is asked
again: about a chain where all choices are given, about the best reply of the others in a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from oddsmith.expr.nodes import Expr
from oddsmith.process.question import Expectation, Probability, Question, Visits
from oddsmith.solve.answer import Answer
from oddsmith.solve.clocked import Clocked, clocked, depends_on_steps
from oddsmith.solve.desk import Desk, swapped
from oddsmith.solve.drawn import drawn
from oddsmith.solve.pose import work
from oddsmith.solve.request import Request, Solved
from oddsmith.solve.restricted import reachable, restricted
from oddsmith.solve.solving import ChooseSolver, solve_all
from oddsmith.solve.strategy import Check, Found, Strategy, Ties
from oddsmith.solve.ties import ties_of
from oddsmith.solve.timed import MOST_TRANSITIONS
from oddsmith.space.reduction import Lift
from oddsmith.space.space import StateSpace

EVERYBODY = "everybody"
Ask = Callable[[StateSpace, Question], Answer]
"""Answers a question about a space, without looking for a strategy."""


@dataclass(frozen=True)
class Seek:
    """How strategies are to be found."""

    choose: ChooseSolver
    """Who solves what is left when choices are given."""
    original: StateSpace | None = None
    """What the space was before it was reduced, with the same conditions."""
    lift: Lift | None = None
    """The way back to it; None: it was not reduced."""
    most: int = MOST_TRANSITIONS
    """Transitions of a game with a clock, where steps are counted."""


def optimises(question: Question) -> bool:
    """Whether somebody's choices are asked for."""
    return isinstance(question.query, Probability | Expectation | Visits) and question.query.optimum is not None


def synthesise(
    desk: Desk,
    question: Question,
    answer: Answer,
    kept: tuple[Request, Solved] | None,
    seek: Seek,
    ask: Callable[[tuple[Expr, ...], StateSpace, Question], Answer],
) -> Found | None:
    """The strategy of an answer; None where there is none to find, or where it would be too large."""
    began = time.perf_counter()
    if desk.structure.is_chain or not optimises(question):
        return None
    asked, formulas = question, desk.formulas
    if depends_on_steps(question):
        space = desk.space if seek.lift is None or seek.original is None else seek.original
        posed = clocked(replace(desk, space=space), question, seek.most)
        found = None if posed is None else _clocked(posed, seek.choose)
        if posed is not None:
            asked, formulas = posed.question, posed.desk.formulas
    else:
        found = None if kept is None else _lifted(*_plain(desk, *kept), seek)
    if found is None:
        return None
    strategy, ties = found
    sides, precision = sides_of(question, strategy.space), desk.context.precision
    again = partial(ask, formulas)
    checks = tuple(check(strategy, asked, answer, ours, again, precision) for ours in sides)
    met = strategy.deciding & ~ties.free & reachable(strategy.space.transitions, strategy.space.initial, strategy.mask)
    owner = strategy.space.transitions.owner
    tied = np.bincount(owner[ties.choice], minlength=strategy.space.size) > 0
    decisions, others = int(np.count_nonzero(met)), int(np.count_nonzero(met & tied))
    return Found(strategy, ties, checks, decisions, others, time.perf_counter() - began)


def _plain(desk: Desk, request: Request, solved: Solved) -> tuple[Strategy, Ties]:
    """What the solution says, over the states of the space."""
    choice, free = drawn(request, solved.solution, desk.structure)
    return Strategy(desk.space, choice), ties_of(request, solved, desk.structure, choice, free)


def _lifted(strategy: Strategy, ties: Ties, seek: Seek) -> tuple[Strategy, Ties]:
    """The same over the states of the space as it was before it was reduced."""
    if seek.original is None or seek.lift is None:
        return strategy, ties
    original, lift = seek.original, seek.lift
    transitions = original.transitions
    choice = lift.strategy(strategy.choice, transitions)
    choice = np.where(choice < 0, transitions.starts[:-1], choice)
    kept = lift.choice >= 0
    tied = np.zeros(transitions.choices, dtype=np.bool_)
    tied[kept] = (ties.choice | strategy.mask)[lift.choice[kept]]
    tied[choice] = False
    return Strategy(original, choice), Ties(tied, ties.free[lift.state], ties.exact)


def _clocked(posed: Clocked, choose: ChooseSolver) -> tuple[Strategy, Ties] | None:
    """A strategy that depends on the steps taken."""
    if posed.desk.structure.is_chain:
        return None
    (request,) = next(work(posed.desk, posed.question))
    (solved,) = solve_all([request], posed.desk, choose, (True,))
    strategy, ties = _plain(posed.desk, request, solved)
    return replace(strategy, steps=posed.game.time), ties


def sides_of(question: Question, space: StateSpace) -> list[tuple[str, ...] | None]:
    """Whose choices are to be checked: everybody's, or those of the coalition and those of the others."""
    query = question.query
    coalition = query.coalition if isinstance(query, Probability | Expectation) else None
    if coalition is None or space.player is None:
        return [None]
    others = tuple(name for name in space.players if name not in coalition)
    return [ours for ours in (coalition, others) if ours] if others else [None]


def check(
    strategy: Strategy, question: Question, answer: Answer, ours: tuple[str, ...] | None, ask: Ask, precision: float
) -> Check:
    """Ask again where these players (None: all) follow the strategy."""
    space, query = strategy.space, question.query
    assert isinstance(query, Probability | Expectation | Visits)
    allowed, reply, whose = strategy.mask, None, EVERYBODY
    if ours is not None and space.player is not None and isinstance(query, Probability | Expectation):
        members = np.array([name in ours for name in space.players])
        follows = members[np.maximum(space.player, 0)] & (space.player >= 0)
        allowed = allowed | ~follows[space.transitions.owner]
        inside = query.coalition == ours
        reply, whose = (swapped(query.optimum) if inside else query.optimum), ", ".join(ours)
    part = restricted(space, allowed).space
    if part.transitions.choices == part.transitions.size:
        reply = None
    asked = replace(query, optimum=reply, threshold=None)
    if isinstance(asked, Probability | Expectation):
        asked = replace(asked, coalition=None)
    found = ask(part, Question(question.name, question.text, asked, span=question.span))
    value = found.value if isinstance(found.value, float) else (found.lower + found.upper) / 2
    attains = _attains(answer, found, precision)
    return Check(whose, value, found.lower, found.upper, found.exact, found.method, attains)


def _attains(answer: Answer, found: Answer, precision: float) -> bool:
    """Whether both can be the same number; intervals that miss each other by less than the precision may."""
    if answer.exact is not None and found.exact is not None:
        return answer.exact == found.exact
    if answer.lower == found.lower or answer.upper == found.upper:
        return True
    room = precision * max(abs(answer.lower), abs(answer.upper))
    return bool(found.upper >= answer.lower - room and found.lower <= answer.upper + room)
