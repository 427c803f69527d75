"""Closures for `sum(i in 1..N: e)` and its like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from oddsmith.expr.closures import Closure, State, whole
from oddsmith.expr.nodes import Fold
from oddsmith.expr.values import EvaluationError, checked

MOST_ROUNDS: Final = 1_000_000
"""A fold over more values than this is refused: it would never end."""

Domain = Sequence[tuple[Closure, Closure | None]]
"""Single values (value, None) and ranges (low, high), in order."""


def fold(expr: Fold, domains: Sequence[Domain], body: Closure) -> Closure:
    """Every combination of the binders' values stands behind the state when the body is evaluated."""
    reduce = REDUCTIONS[expr.kind]

    def run(state: State) -> Any:
        try:
            return reduce(body, _combinations(domains, state))
        except EvaluationError as error:
            error.span = error.span or expr.span
            raise

    return run


def _combinations(domains: Sequence[Domain], state: State) -> Iterator[State]:
    for rounds, extended in enumerate(_extend(domains, 0, state)):
        if rounds >= MOST_ROUNDS:
            raise EvaluationError("E612", f"it runs through more than {MOST_ROUNDS:,} values")
        yield extended


def _extend(domains: Sequence[Domain], level: int, state: State) -> Iterator[State]:
    if level == len(domains):
        yield state
        return
    for low, high in domains[level]:
        if high is None:
            yield from _extend(domains, level + 1, (*state, low(state)))
            continue
        for value in range(whole(low(state)), whole(high(state)) + 1):
            yield from _extend(domains, level + 1, (*state, value))


def _sum(body: Closure, states: Iterator[State]) -> Any:
    total: int | Fraction = 0
    for state in states:
        total = checked(total + body(state))
    return total


def _product(body: Closure, states: Iterator[State]) -> Any:
    total: int | Fraction = 1
    for state in states:
        total = checked(total * body(state))
    return total


def _least(body: Closure, states: Iterator[State]) -> Any:
    found = [body(state) for state in states]
    if not found:
        raise EvaluationError("E607", "the smallest of no values does not exist")
    return min(found)


def _greatest(body: Closure, states: Iterator[State]) -> Any:
    found = [body(state) for state in states]
    if not found:
        raise EvaluationError("E607", "the largest of no values does not exist")
    return max(found)


REDUCTIONS: Final[dict[str, Callable[[Closure, Iterator[State]], Any]]] = {
    "sum": _sum,
    "prod": _product,
    "min": _least,
    "max": _greatest,
    "count": lambda body, states: sum(1 for state in states if body(state)),
    "any": lambda body, states: any(body(state) for state in states),
    "all": lambda body, states: all(body(state) for state in states),
}
