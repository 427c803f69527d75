"""Expanded expressions -> PRISM's text, with as few parentheses as both PRISM and Storm need."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from oddsmith.plugin import Binary, Boolean, Call, Compare, Expr, If, Name, Number, Symbol, Unary

POWERS: Final = {"=>": 1, "<=>": 6, "or": 3, "and": 4, "+": 8, "-": 8, "*": 9, "/": 9}
SIGNS: Final = {"or": " | ", "and": " & ", "=>": " => ", "<=>": "=", "+": "+", "-": "-", "*": "*", "/": "/"}
NOT, EQUALITY, RELATION, MINUS, ATOM = 5, 6, 7, 10, 11


class UnspeakableError(Exception):
    """PRISM has no word for this."""


def text(expr: Expr) -> str:
    """The expression in PRISM's words; raises UnspeakableError."""
    return _text(expr, 0)


def _text(expr: Expr, power: int) -> str:
    found, own = _outermost(expr)
    return found if own > power else f"({found})"


def _outermost(expr: Expr) -> tuple[str, int]:
    match expr:
        case Number():
            return _number(expr.value)
        case Boolean():
            return ("true" if expr.value else "false"), ATOM
        case Name() | Symbol():
            return expr.name, ATOM
        case Unary(operator="not"):
            return f"!{_text(expr.operand, MINUS)}", NOT
        case Unary():
            return f"-{_text(expr.operand, MINUS)}", MINUS
        case If():
            parts = (_text(part, 0) for part in (expr.condition, expr.yes, expr.no))
            return "({} ? {} : {})".format(*parts), ATOM
        case Compare():
            return _compare(expr)
        case Binary():
            return _binary(expr)
        case Call():
            return _call(expr)
    raise UnspeakableError(type(expr).__name__.lower())


def _number(value: int | Fraction) -> tuple[str, int]:
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{value.numerator}/{value.denominator}", POWERS["/"] if value > 0 else POWERS["-"]
    return str(value), ATOM if value >= 0 else MINUS


def _compare(expr: Compare) -> tuple[str, int]:
    """A chain is a conjunction."""
    parts = []
    left = expr.first
    for operator, right in expr.rest:
        own = EQUALITY if operator in ("=", "!=") else RELATION
        parts.append(f"{_text(left, RELATION)}{operator}{_text(right, RELATION)}")
        left = right
    return (parts[0], own) if len(parts) == 1 else (" & ".join(parts), POWERS["and"])


def _binary(expr: Binary) -> tuple[str, int]:
    match expr.operator:
        case "//":
            return f"floor({_text(expr.left, 8)}/{_text(expr.right, 9)})", ATOM
        case "%":
            return f"mod({_text(expr.left, 0)}, {_text(expr.right, 0)})", ATOM
        case "^":
            return f"pow({_text(expr.left, 0)}, {_text(expr.right, 0)})", ATOM
    own = POWERS[expr.operator]
    if expr.operator == "+" and isinstance(expr.right, Number) and expr.right.value < 0:
        return f"{_text(expr.left, own - 1)}-{_number(-expr.right.value)[0]}", own
    associative = expr.operator in ("or", "and", "+", "*")
    left, right = (own - 1, own - 1 if associative else own)
    if expr.operator in ("=>", "<=>"):
        left, right = RELATION, RELATION
    return f"{_text(expr.left, left)}{SIGNS[expr.operator]}{_text(expr.right, right)}", own


def _call(expr: Call) -> tuple[str, int]:
    parts = [_text(argument, 0) for argument in expr.arguments]
    if expr.function == "abs":
        inner = _text(expr.arguments[0], MINUS)
        return f"max({parts[0]}, -{inner})", ATOM
    if expr.function in ("min", "max") and len(parts) == 1:
        return _outermost(expr.arguments[0])
    if expr.function not in ("min", "max", "floor", "ceil", "mod", "pow", "log"):
        raise UnspeakableError(f"the function {expr.function}")
    return f"{expr.function}({', '.join(parts)})", ATOM
