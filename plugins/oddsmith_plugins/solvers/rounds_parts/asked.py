"""A question -> where it is decided in every layer and row, or why rounds do not answer it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from oddsmith.plugin import (
    Boolean,
    Case,
    Distribution,
    Expectation,
    Expr,
    NoRoundsError,
    Path,
    Probability,
    Process,
    Quantile,
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
    gains: tuple[int, ...] = ()
    """A distribution is asked for: what each layer gains."""
    quantile: Quantile | None = None

    @property
    def counts(self) -> bool:
        """Whether the number of steps is asked for, in one form or another."""
        return bool(self.gains) or self.quantile is not None


def asked(process: Process, rounds: Rounds, question: Question) -> Asked:
    """The question in terms of rows."""
    query = question.query
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
    if isinstance(query, Quantile):
        return replace(_path(process, rounds, replace(query.path, bound=None)), quantile=query)
    if isinstance(query, Distribution):
        goal, ends = conditions(process, rounds, query.goal), end_conditions(process, rounds, query.goal)
        return Asked(goal, _nowhere(goal), ends=ends, gains=_by_turn(rounds, query.reward))
    asked_for = "P [F …], P [… U …], P [G …], R [F …], quantiles and distributions"
    raise NoRoundsError(f"only {asked_for} are answered without storing the game")


def _by_turn(rounds: Rounds, reward: str) -> tuple[int, ...]:
    """What every turn gains whatever happens; only such gains tell the number of steps from their sum."""
    reasons = dict(rounds.refused)
    if reward in reasons:
        raise NoRoundsError(f"the reward {reward}: {reasons[reward]}")
    found: list[int] = []
    for layer in rounds.layers:
        amounts = {_amount(case, reward) for row in layer.rows for case in row}
        known = amounts.pop() if len(amounts) == 1 else None
        if known is None or known.denominator != 1:
            raise NoRoundsError(f"what {reward} gains where {rounds.control} = {layer.value} depends on more")
        found.append(int(known))
    if not any(found):
        raise NoRoundsError(f"{reward} gains nothing")
    return tuple(found)


def _amount(case: Case, reward: str) -> Fraction | None:
    """What a command gains; None if that depends."""
    terms = [(amount, where) for name, amount, where in case.gains if name == reward]
    return None if any(where is not None for _, where in terms) else sum((a for a, _ in terms), Fraction(0))


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
