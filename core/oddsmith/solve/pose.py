"""A space and questions -> problems that share what they can, and how each question goes on with its solution."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.process.question import Distribution, Expectation, Played, Probability, Quantile, Question, Visits
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.conditions import conditions_of, refuse
from oddsmith.solve.desk import Desk, swapped
from oddsmith.solve.distribution import distribution
from oddsmith.solve.given import UndefinedError, probability_given, reward_given
from oddsmith.solve.merge import Posed, merge
from oddsmith.solve.paths import probability, until
from oddsmith.solve.quantile import quantile
from oddsmith.solve.request import Finding, Numbers, Work
from oddsmith.solve.rewards import expectation, visits
from oddsmith.solve.solution import Status
from oddsmith.source import SpecError
from oddsmith.space.space import StateSpace


def work(desk: Desk, question: Question) -> Work:
    """The question at work: asks for what it needs solved, step by step."""
    query = question.query
    match query:
        case Played():
            raise unanswered(question, query)
        case Distribution():
            return distribution(desk, question, query)
        case Quantile():
            return quantile(desk, question, query)
        case Probability():
            number = _probability(desk, question, query)
        case Expectation(given=None):
            number = expectation(desk, question, query)
        case Expectation():
            number = reward_given(desk, question, query)
        case Visits():
            number = visits(desk, question, query)
    return _finding(number)


def unanswered(question: Question, query: Played) -> SpecError:
    """Nobody could be found who plays it; solvers of stored problems know one will and its opposite alone."""
    fix = (
        "`pipeline plugins` lists the solvers; those that play for several players are asked before anything is stored"
    )
    message = f"no solver that is at hand finds {'an equilibrium' if query.play == 'equilibrium' else 'the best play'}"
    return refuse("E703", message, question.span, fix=fix)


def _finding(number: Numbers) -> Work:
    """A question without an answer is no reason to keep those of the others back."""
    try:
        return Finding((yield from number))
    except UndefinedError as error:
        return Finding(Bounded(nan, nan, nan), str(error), Status.UNDEFINED)


def _probability(desk: Desk, question: Question, query: Probability) -> Numbers:
    if query.given is not None:
        return probability_given(desk, question, query)
    form = until(desk, query.path)
    optimum = swapped(query.optimum) if form.negated else query.optimum
    return probability(desk, form, desk.sides(optimum, query.coalition, question))


def pose_all(
    space: StateSpace, questions: Sequence[Question], context: Context | None = None, formulas: tuple[Expr, ...] = ()
) -> list[Posed]:
    """The problems that the questions begin with; `places` counts the requests of all questions in order."""
    desk = Desk(space, formulas or conditions_of(questions), context or Context())
    requests = [request for question in questions for request in next(work(desk, question))]
    return list(merge(requests, desk.structure))
