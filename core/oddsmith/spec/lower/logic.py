"""Several conditions -> one, simplified; several numbers -> their sum."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.expr.nodes import TRUE, Binary, Expr, If, Number
from oddsmith.expr.simplify import simplify


def conjunction(conditions: Iterable[Expr]) -> Expr:
    """All of them; true if there is none."""
    result: Expr = TRUE
    for condition in conditions:
        result = condition if result == TRUE else Binary("and", result, condition)
    return simplify(result)


def total(values: Iterable[Expr]) -> Expr:
    """Their sum; 0 if there is none."""
    result: Expr = Number(0)
    for value in values:
        result = value if result == Number(0) else Binary("+", result, value)
    return simplify(result)


def where(condition: Expr, value: Expr) -> Expr:
    """The value where the condition holds, elsewhere 0."""
    return simplify(If(condition, value, Number(0)))
