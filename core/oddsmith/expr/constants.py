"""Constant nodes <-> values, and operators applied to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from oddsmith.expr.nodes import Boolean, Expr, Number, Symbol
from oddsmith.expr.values import (
    BUILT_IN,
    EvaluationError,
    Value,
    checked,
    divide,
    floor_divide,
    modulo,
    multiply,
    normal,
    power,
)
from oddsmith.source import Span

OPERATORS: Final[dict[str, Callable[..., Value]]] = {
    "+": lambda left, right: checked(left + right),
    "-": lambda left, right: checked(left - right),
    "*": multiply,
    "/": divide,
    "//": floor_divide,
    "%": modulo,
    "^": power,
}


def value_of(expr: Expr) -> Value | None:
    """The value of a constant node; None for anything else."""
    if isinstance(expr, Number | Boolean):
        return expr.value
    return expr.ordinal if isinstance(expr, Symbol) else None


def literal(value: Value, span: Span | None = None) -> Number | Boolean:
    """The constant node of a value."""
    return Boolean(value, span=span) if isinstance(value, bool) else Number(normal(value), span=span)


def calculate(operator: str, operands: tuple[Expr, ...], otherwise: Expr) -> Expr:
    """The result if all operands are constant and it exists."""
    values = [value_of(operand) for operand in operands]
    if not values or None in values:
        return otherwise
    try:
        return literal((OPERATORS.get(operator) or BUILT_IN[operator])(*values), otherwise.span)
    except (EvaluationError, TypeError):  # a wrong number of arguments is complained about elsewhere
        return otherwise
