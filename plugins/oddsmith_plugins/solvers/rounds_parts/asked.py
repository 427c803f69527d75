"""A question -> where it is decided in every layer and row, or why rounds do not answer it."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.plugin import (
    Boolean,
    Expectation,
    Expr,
    NoRoundsError,
    Path,
    Probability,
    Process,
    Question,
    Rounds,
    Unary,
    conditions,
    end_conditions,
    negated,
    steps,
)

Rows = tuple[tuple[Expr, ...], ...]


@dataclass(frozen=True)
class Asked:
    """`goal` ends with one (or, with a reward, with what was gained), `stop` with nothing."""

    goal: Rows
    stop: Rows
    reward: str | None = None
    steps: int | None = None
    complement: bool = False
    """Whether the answer is one minus the value."""
    ends: Rows = ()
    """Where the goal holds at the ends of each layer; empty: nowhere."""


def asked(process: Process, rounds: Rounds, question: Question) -> Asked:
    """The question in terms of rows."""
    query = question.query
    if any(layer.ends for layer in rounds.layers):
        raise NoRoundsError("the turn stays where the game ends")
    if isinstance(query, Probability) and query.given is None:
        return _path(process, rounds, query.path)
    if isinstance(query, Expectation) and query.measure == "reach" and query.given is None and query.goal is not None:
        reasons = dict(rounds.refused)
        if query.reward in reasons:
            raise NoRoundsError(f"the reward {query.reward}: {reasons[query.reward]}")
        if any(left != Boolean(True) for row in end_conditions(process, rounds, query.goal) for left in row):
            raise NoRoundsError("the game may end without reaching the goal")
        goal = conditions(process, rounds, query.goal)
        return Asked(goal, _nowhere(goal), query.reward)
    raise NoRoundsError("only P [F …], P [… U …], P [G …] and R [F …] are answered without storing the game")


def _path(process: Process, rounds: Rounds, path: Path) -> Asked:
    limit = None
    if path.bound is not None:
        if path.bound.low is not None or path.bound.high is None:
            raise NoRoundsError("a smallest number of steps is not supported without storing the game")
        limit = steps(path.bound.high)
    if path.kind == "G":
        broken = Unary("not", path.right)
        goal, ends = conditions(process, rounds, broken), end_conditions(process, rounds, broken)
        return Asked(goal, _nowhere(goal), steps=limit, complement=True, ends=ends)
    if path.kind not in ("F", "U"):
        raise NoRoundsError(f"paths with {path.kind} are not supported without storing the game")
    goal, ends = conditions(process, rounds, path.right), end_conditions(process, rounds, path.right)
    if path.left is None:
        return Asked(goal, _nowhere(goal), steps=limit, ends=ends)
    through = conditions(process, rounds, path.left)
    return Asked(goal, tuple(tuple(negated(e) for e in row) for row in through), steps=limit, ends=ends)


def _nowhere(rows: Rows) -> Rows:
    return tuple(tuple(Boolean(False) for _ in row) for row in rows)
