"""A process -> every expression in it."""

from __future__ import annotations

from collections.abc import Iterator

from oddsmith.expr.nodes import Expr
from oddsmith.process.process import Draw, Process, Summand, Uniform
from oddsmith.process.question import Bound, Distribution, Expectation, Path, Played, Probability, Query, Visits


def expressions(process: Process) -> Iterator[Expr]:
    """All expressions: bodies, guards, draws, weights, updates, gains, labels, rewards, questions."""
    yield from (f.body for f in process.functions)
    for summand in process.summands:
        yield from summand_expressions(summand)
    yield from (a.condition for a in process.labels)
    yield from (r.state for r in process.rewards)
    for question in process.questions:
        yield from query_expressions(question.query)


def summand_expressions(summand: Summand) -> Iterator[Expr]:
    """All expressions of one command, targets of updates included."""
    yield summand.guard
    for branch in summand.branches:
        for draw in branch.draws:
            yield from draw_expressions(draw)
        yield branch.weight
        for update in branch.updates:
            yield update.target
            yield update.value
    yield from (gain.value for gain in summand.gains)
    yield from (party.among for party in summand.parties if party.among is not None)


def draw_expressions(draw: Draw) -> tuple[Expr, ...]:
    """Every expression in the domain of a draw."""
    if isinstance(draw.domain, Uniform):
        return (draw.domain.low, draw.domain.high)
    return tuple(e for pair in draw.domain.outcomes for e in pair)


def query_expressions(query: Query) -> Iterator[Expr]:
    """Every formula, bound and level of a question."""
    if isinstance(query, Played):
        yield from query_expressions(query.measure)
    elif isinstance(query, Visits):
        yield query.states
    elif isinstance(query, Distribution):
        yield query.goal
    elif isinstance(query, Expectation):
        yield from (e for e in (query.goal, query.steps) if e is not None)
    else:
        yield from _path(query.path)
    if isinstance(query, Probability | Expectation) and query.given is not None:
        yield from _path(query.given)


def _path(path: Path) -> Iterator[Expr]:
    bound = path.bound or Bound()
    yield from (e for e in (path.left, path.right, bound.low, bound.high) if e is not None)
