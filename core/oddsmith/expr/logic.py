"""Conditions with simple operands -> simpler conditions."""

from __future__ import annotations

from typing import Final

from oddsmith.expr.closures import COMPARISONS
from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import (
    Binary,
    Boolean,
    Compare,
    Expr,
    If,
    Index,
    Items,
    Member,
    Name,
    Range,
    Unary,
)

OPPOSITE: Final = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions that are joined by `and`, left to right."""
    if isinstance(condition, Binary) and condition.operator == "and":
        return conjuncts(condition.left) + conjuncts(condition.right)
    return [condition]


def simplify_not(expr: Unary) -> Expr:
    match expr.operand:
        case Boolean(value=value):
            return Boolean(not value, span=expr.span)
        case Unary(operator="not", operand=inner):
            return inner
        case Compare(first=first, rest=((operator, second),)):
            return Compare(first, ((OPPOSITE[operator], second),), span=expr.span)
    return expr


def simplify_logic(expr: Binary) -> Expr:
    left, right = expr.left, expr.right
    match expr.operator:
        case "and" | "or":
            return _junction(expr, expr.operator == "or")
        case "=>":
            if isinstance(left, Boolean):
                return right if left.value else Boolean(True, span=expr.span)
            if isinstance(right, Boolean):
                return right if right.value else simplify_not(Unary("not", left, span=expr.span))
        case _:
            for known, other in ((left, right), (right, left)):
                if isinstance(known, Boolean):
                    return other if known.value else simplify_not(Unary("not", other, span=expr.span))
    if left == right:
        return Boolean(True, span=expr.span)
    return expr


def _junction(expr: Binary, absorbing: bool) -> Expr:
    """`and` is absorbed by false, `or` by true; the opposite is neutral."""
    for known, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if isinstance(known, Boolean):
            return Boolean(absorbing, span=expr.span) if known.value is absorbing else other
    return expr.left if expr.left == expr.right else expr


def simplify_if(expr: If) -> Expr:
    """The condition is not constant."""
    if expr.yes == expr.no:
        return expr.yes
    if isinstance(expr.yes, Boolean) and isinstance(expr.no, Boolean):
        return expr.condition if expr.yes.value else simplify_not(Unary("not", expr.condition, span=expr.span))
    return expr


def simplify_comparison(expr: Compare) -> Expr:
    """A pair known to fail decides the chain; pairs known to hold go from both of its ends."""
    operands = [expr.first, *(operand for _, operand in expr.rest)]
    operators = [operator for operator, _ in expr.rest]
    known = [_compare(operator, operands[i], operands[i + 1]) for i, operator in enumerate(operators)]
    if False in known:
        return Boolean(False, span=expr.span)
    while known and known[0] is True:
        del known[0], operators[0], operands[0]
    while known and known[-1] is True:
        del known[-1], operators[-1], operands[-1]
    if not known:
        return Boolean(True, span=expr.span)
    if len(known) == len(expr.rest):
        return expr
    return Compare(operands[0], tuple(zip(operators, operands[1:], strict=True)), span=expr.span)


def _compare(operator: str, left: Expr, right: Expr) -> bool | None:
    first, second = value_of(left), value_of(right)
    if first is not None and second is not None:
        return COMPARISONS[operator](first, second)
    if isinstance(left, Name | Index) and left == right:
        return operator in ("=", "<=", ">=")
    return None


def simplify_member(expr: Member) -> Expr:
    if isinstance(expr.domain, Name):
        return expr
    members = expr.domain.members if isinstance(expr.domain, Items) else (expr.domain,)
    left: list[Expr] = []
    for member in members:
        known = _contains(member, expr.element)
        if known:
            return Boolean(True, span=expr.span)
        if known is None and member not in left:
            left.append(member)
    if not left:
        return Boolean(False, span=expr.span)
    if isinstance(expr.domain, Items) and len(left) < len(members):
        return Member(expr.element, Items(tuple(left), span=expr.domain.span), span=expr.span)
    return expr


def _contains(member: Expr, element: Expr) -> bool | None:
    if not isinstance(member, Range):
        return _compare("=", element, member)
    low, high, value = value_of(member.low), value_of(member.high), value_of(element)
    if low is not None and high is not None and low > high:
        return False
    if low is None or high is None or value is None:
        return None
    return low <= value <= high
