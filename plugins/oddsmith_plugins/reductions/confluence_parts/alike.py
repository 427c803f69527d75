"""An expression -> one form for those that differ in the order of operands alone: `b + a + 1` is `1 + a + b`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from oddsmith.plugin import Binary, Call, Compare, Expr, If, Unary, literal, map_children, show, simplify, value_of

ANY_ORDER = ("and", "or", "*", "<=>")


def alike(expr: Expr) -> Expr:
    """Sums are collected by their terms, operands of what has no order are sorted by their text."""
    expr = map_children(expr, alike)
    match expr:
        case Binary("+" | "-", _, _) | Unary("-", _):
            return _sum(expr)
        case Binary(operator, _, _) if operator in ANY_ORDER:
            return _joined(operator, sorted(_operands(expr, operator), key=show))
        case Call("min" | "max" as function, arguments):
            return Call(function, tuple(sorted(set(arguments), key=show)))
        case Compare(first, (("=" | "!=" as operator, second),)):
            low, high = sorted((first, second), key=show)
            return Compare(low, ((operator, high),))
        case Compare(first, ((">" | ">=" as operator, second),)):
            return Compare(second, (("<" if operator == ">" else "<=", first),))
        case If(condition, yes, no):
            return simplify(If(condition, yes, no))
    return expr


def _operands(expr: Expr, operator: str) -> Iterator[Expr]:
    if isinstance(expr, Binary) and expr.operator == operator:
        yield from _operands(expr.left, operator)
        yield from _operands(expr.right, operator)
    else:
        yield expr


def _joined(operator: str, operands: list[Expr]) -> Expr:
    if operator in ("and", "or"):
        operands = list(dict.fromkeys(operands))
    result = operands[0]
    for operand in operands[1:]:
        result = Binary(operator, result, operand)
    return result


def _sum(expr: Expr) -> Expr:
    """A constant and then the terms with their factors."""
    constant, found = Fraction(0), Counter[Expr]()
    for sign, term in _terms(expr, 1):
        value = value_of(term)
        if value is None:
            found[term] += sign
        else:
            constant += sign * Fraction(value)
    result: Expr = literal(constant)
    for term in sorted((term for term, times in found.items() if times), key=show):
        result = Binary("+", result, Binary("*", literal(found[term]), term))
    return result


def _terms(expr: Expr, sign: int) -> Iterator[tuple[int, Expr]]:
    match expr:
        case Binary("+", left, right):
            yield from _terms(left, sign)
            yield from _terms(right, sign)
        case Binary("-", left, right):
            yield from _terms(left, sign)
            yield from _terms(right, -sign)
        case Unary("-", operand):
            yield from _terms(operand, -sign)
        case _:
            yield sign, expr
