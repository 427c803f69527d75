"""A process and a change of expressions -> the process with every expression changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from oddsmith.expr.nodes import Expr, Index
from oddsmith.process.access import NOTHING, Names
from oddsmith.process.process import Branch, Draw, Process, Summand, Uniform, Update, Weighted
from oddsmith.process.question import Distribution, Expectation, Path, Played, Probability, Quantile, Query, Visits

Change = Callable[[Expr, Names], Expr]
"""An expression and the names that are bound around it (draws, choices, arguments) -> another expression."""
Asking = TypeVar("Asking", Probability, Expectation)


def rewritten(process: Process, change: Change) -> Process:
    """The process with every expression changed: bodies, commands, labels, rewards, questions."""
    return replace(
        process,
        functions=tuple(replace(f, body=change(f.body, frozenset(f.arguments))) for f in process.functions),
        summands=tuple(rewritten_summand(summand, change) for summand in process.summands),
        labels=tuple(replace(label, condition=change(label.condition, NOTHING)) for label in process.labels),
        rewards=tuple(replace(reward, state=change(reward.state, NOTHING)) for reward in process.rewards),
        questions=tuple(replace(q, query=rewritten_query(q.query, change)) for q in process.questions),
    )


def rewritten_summand(summand: Summand, change: Change) -> Summand:
    """A command with every expression changed; of targets only the indices."""
    bound = frozenset(s.name for s in summand.sums)
    return replace(
        summand,
        guard=change(summand.guard, bound),
        branches=tuple(rewritten_branch(branch, bound, change) for branch in summand.branches),
        gains=tuple(replace(gain, value=change(gain.value, bound)) for gain in summand.gains),
        parties=tuple(
            party if party.among is None else replace(party, among=change(party.among, NOTHING))
            for party in summand.parties
        ),
    )


def rewritten_branch(branch: Branch, bound: Names, change: Change) -> Branch:
    """A branch with every expression changed; `bound` are the names that are chosen."""
    draws: list[Draw] = []
    for draw in branch.draws:
        draws.append(rewritten_draw(draw, bound, change))
        bound |= {draw.name}
    updates = tuple(_update(update, bound, change) for update in branch.updates)
    return Branch(tuple(draws), change(branch.weight, bound), updates)


def with_branches(process: Process, change: Callable[[Branch], Branch]) -> Process:
    """The process with every branch of every command changed."""
    return replace(
        process, summands=tuple(replace(s, branches=tuple(map(change, s.branches))) for s in process.summands)
    )


def rewritten_draw(draw: Draw, bound: Names, change: Change) -> Draw:
    """A draw with its bounds, or its values and weights, changed."""
    if isinstance(draw.domain, Uniform):
        return Draw(draw.name, Uniform(change(draw.domain.low, bound), change(draw.domain.high, bound)))
    pairs = tuple((change(value, bound), change(weight, bound)) for value, weight in draw.domain.outcomes)
    return Draw(draw.name, Weighted(pairs))


def _update(update: Update, bound: Names, change: Change) -> Update:
    target = update.target
    if isinstance(target, Index):
        target = Index(target.name, tuple(change(index, bound) for index in target.indices), span=target.span)
    return Update(target, change(update.value, bound))


def rewritten_query(query: Query, change: Change) -> Query:
    """A question with its state formulas changed; bounds, levels and thresholds are constants and stay."""
    match query:
        case Probability():
            return _given(replace(query, path=_path(query.path, change)), change)
        case Expectation():
            goal = None if query.goal is None else change(query.goal, NOTHING)
            return _given(replace(query, goal=goal), change)
        case Visits():
            return replace(query, states=change(query.states, NOTHING))
        case Distribution():
            return replace(query, goal=change(query.goal, NOTHING))
        case Quantile():
            return replace(query, path=_path(query.path, change))
        case Played():
            measure = rewritten_query(query.measure, change)
            assert isinstance(measure, Probability | Expectation | Distribution)
            return replace(query, measure=measure)


def _given(query: Asking, change: Change) -> Asking:
    return query if query.given is None else replace(query, given=_path(query.given, change))


def _path(path: Path, change: Change) -> Path:
    left = None if path.left is None else change(path.left, NOTHING)
    return replace(path, left=left, right=change(path.right, NOTHING))
