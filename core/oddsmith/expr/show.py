"""Expression -> text with as few parentheses as it takes: `parse(show(e)) == e`."""

from __future__ import annotations

from fractions import Fraction

from oddsmith.expr.nodes import (
    Binary,
    Binder,
    Boolean,
    Call,
    Compare,
    Expr,
    Fold,
    If,
    Index,
    Items,
    Member,
    Name,
    Number,
    Range,
    Symbol,
    Unary,
)
from oddsmith.expr.parse import COMPARISON, INFIX, LOWEST, NOT, RIGHT, UNARY

OUTSIDE, ATOM = LOWEST - 1, 11
"""Powers below and above those of all operators."""


def show(expr: Expr) -> str:
    """The text of an expression; symbols appear by their bare name."""
    return _text(expr, OUTSIDE)


def _text(expr: Expr, power: int) -> str:
    """The text, in parentheses unless its outermost operator binds tighter than `power`."""
    text, own = _outermost(expr)
    return text if own > power else f"({text})"


def _outermost(expr: Expr) -> tuple[str, int]:
    """The text without parentheses, and how tightly its outermost operator binds."""
    match expr:
        case Number():
            return _number(expr.value)
        case Boolean():
            return ("true" if expr.value else "false"), ATOM
        case Name() | Symbol():
            return expr.name, ATOM
        case Index():
            return f"{expr.name}[{_list(expr.indices)}]", ATOM
        case Call():
            return f"{expr.function}({_list(expr.arguments)})", ATOM
        case Unary():
            return _unary(expr)
        case Binary():
            return _binary(expr)
        case Compare():
            rest = "".join(f" {operator} {_text(operand, COMPARISON)}" for operator, operand in expr.rest)
            return _text(expr.first, COMPARISON) + rest, COMPARISON
        case If():
            parts = (_text(part, OUTSIDE) for part in (expr.condition, expr.yes, expr.no))
            return "if {} then {} else {}".format(*parts), LOWEST
        case _:
            return _domain_or_fold(expr)


def _domain_or_fold(expr: Expr) -> tuple[str, int]:
    match expr:
        case Range():
            return f"{_text(expr.low, COMPARISON)}..{_text(expr.high, COMPARISON)}", ATOM
        case Items():
            return "{" + ", ".join(_text(member, COMPARISON) for member in expr.members) + "}", ATOM
        case Member():
            return f"{_text(expr.element, COMPARISON)} in {_text(expr.domain, OUTSIDE)}", COMPARISON
        case Binder():
            return f"{expr.name} in {_text(expr.domain, OUTSIDE)}", ATOM
        case Fold():
            return f"{expr.kind}({_list(expr.binders)}: {_text(expr.body, OUTSIDE)})", ATOM
    raise TypeError(f"{type(expr).__name__} is no expression")


def _number(value: int | Fraction) -> tuple[str, int]:
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{value.numerator}/{value.denominator}", INFIX["/"]
    return str(value), ATOM if value >= 0 else UNARY


def _unary(expr: Unary) -> tuple[str, int]:
    if expr.operator == "not":
        return f"not {_text(expr.operand, NOT - 1)}", NOT
    return f"-{_text(expr.operand, UNARY - 1)}", UNARY


def _binary(expr: Binary) -> tuple[str, int]:
    own = INFIX[expr.operator]
    left, right = (own, own - 1) if expr.operator in RIGHT else (own - 1, own)
    return f"{_text(expr.left, left)} {expr.operator} {_text(expr.right, right)}", own


def _list(items: tuple[Expr, ...]) -> str:
    return ", ".join(_text(item, OUTSIDE) for item in items)
