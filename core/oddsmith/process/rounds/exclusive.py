"""Two conditions -> whether they can be seen never to hold together."""

from __future__ import annotations

from collections.abc import Mapping

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import Binary, Expr, Unary
from oddsmith.expr.show import show
from oddsmith.process.rounds.specialise import negated


def exclusive(one: Expr, other: Expr) -> bool:
    """Whether two conditions can be seen never to hold together, taking different simple conditions as independent."""
    simple = sorted(_simple(one) | _simple(other), key=show)
    if len(simple) > 12:
        return False
    for number in range(1 << len(simple)):
        truth = {condition: bool(number >> place & 1) for place, condition in enumerate(simple)}
        if _holds(one, truth) and _holds(other, truth):
            return False
    return True


def _simple(expr: Expr) -> set[Expr]:
    match expr:
        case Binary(operator="and" | "or"):
            return _simple(expr.left) | _simple(expr.right)
        case Unary(operator="not"):
            return _simple(expr.operand)
    opposite = negated(expr)
    return set() if value_of(expr) is not None else {min(expr, opposite, key=show)}


def _holds(expr: Expr, truth: Mapping[Expr, bool]) -> bool:
    match expr:
        case Binary(operator="and"):
            return _holds(expr.left, truth) and _holds(expr.right, truth)
        case Binary(operator="or"):
            return _holds(expr.left, truth) or _holds(expr.right, truth)
        case Unary(operator="not"):
            return not _holds(expr.operand, truth)
    value = value_of(expr)
    if value is not None:
        return bool(value)
    return truth[expr] if expr in truth else not truth[negated(expr)]
