"""Expanded expressions -> JANI's expressions."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from oddsmith.plugin import Binary, Boolean, Call, Compare, Expr, If, Name, Number, Symbol, Unary
from oddsmith_plugins.exporters.jani_parts.layout import Value
from oddsmith_plugins.exporters.prism_parts.text import UnspeakableError

SIGNS: Final = {"and": "∧", "or": "∨", "=>": "⇒", "<=>": "=", "%": "%", "^": "pow"}
RELATIONS: Final = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
PAIRS: Final = {"min": "min", "max": "max", "mod": "%", "pow": "pow", "log": "log"}


def expression(expr: Expr) -> Value:
    """The expression as JANI has it; raises UnspeakableError."""
    match expr:
        case Number():
            return number(expr.value)
        case Boolean():
            return expr.value
        case Name() | Symbol():
            return expr.name
        case Unary(operator="not"):
            return {"op": "¬", "exp": expression(expr.operand)}
        case Unary():
            return binary("-", 0, expression(expr.operand))
        case If():
            parts = [expression(part) for part in (expr.condition, expr.yes, expr.no)]
            return {"op": "ite", "if": parts[0], "then": parts[1], "else": parts[2]}
        case Compare():
            return _compare(expr)
        case Binary(operator="//"):
            return {"op": "floor", "exp": binary("/", expression(expr.left), expression(expr.right))}
        case Binary():
            sign = SIGNS.get(expr.operator, expr.operator)
            return binary(sign, expression(expr.left), expression(expr.right))
        case Call():
            return _call(expr)
    raise UnspeakableError(type(expr).__name__.lower())


def number(value: int | Fraction) -> Value:
    """Whole, or a quotient: nothing is rounded."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return binary("/", value.numerator, value.denominator)
    return int(value)


def binary(operator: str, left: Value, right: Value) -> Value:
    return {"op": operator, "left": left, "right": right}


def _compare(expr: Compare) -> Value:
    """A chain is a conjunction."""
    found: Value = True
    left = expression(expr.first)
    for place, (operator, operand) in enumerate(expr.rest):
        right = expression(operand)
        part = binary(RELATIONS[operator], left, right)
        found = binary("∧", found, part) if place else part
        left = right
    return found


def _call(expr: Call) -> Value:
    parts = [expression(argument) for argument in expr.arguments]
    if expr.function in ("floor", "ceil"):
        return {"op": expr.function, "exp": parts[0]}
    if expr.function == "abs":
        return binary("max", parts[0], binary("-", 0, parts[0]))
    if expr.function not in PAIRS:
        raise UnspeakableError(f"the function {expr.function}")
    found = parts[0]
    for part in parts[1:]:
        found = binary(PAIRS[expr.function], found, part)
    return found
