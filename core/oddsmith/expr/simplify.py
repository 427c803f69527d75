"""Expression -> a smaller one with the same value wherever the first has one.

Laws: constants are calculated, neutral and absorbing operands go, choices with a known condition are made, folds over
few constants are written out (on request). An error may disappear (`0 * (1 / x)` is 0), none is introduced.
"""

from __future__ import annotations

from collections.abc import Mapping

from oddsmith.expr.constants import calculate, literal, value_of
from oddsmith.expr.layout import TableShape, flat_index
from oddsmith.expr.logic import simplify_comparison, simplify_if, simplify_logic, simplify_member, simplify_not
from oddsmith.expr.nodes import Binary, Call, Compare, Expr, Fold, If, Index, Member, Number, Unary
from oddsmith.expr.substitute import map_children
from oddsmith.expr.unroll import simplify_fold, unrolled
from oddsmith.expr.values import BUILT_IN


def simplify(expr: Expr, unroll: bool = False, tables: Mapping[str, TableShape] | None = None) -> Expr:
    """The simplified expression; with `unroll` small folds are written out, with `tables` constant entries are read."""
    known = tables or {}

    def visit(node: Expr) -> Expr:
        if isinstance(node, If):
            condition = visit(node.condition)
            decided = value_of(condition)
            if decided is not None:
                return visit(node.yes if decided else node.no)
            return simplify_if(If(condition, visit(node.yes), visit(node.no), span=node.span))
        if unroll and isinstance(node, Fold):
            written = unrolled(node, visit)
            if written is not None:
                return visit(written)
        return simplify_node(map_children(node, visit), known)

    return visit(expr)


def simplify_node(expr: Expr, tables: Mapping[str, TableShape]) -> Expr:
    """One node whose operands are simple already."""
    match expr:
        case Unary(operator="not"):
            return simplify_not(expr)
        case Unary():
            return _negative(expr)
        case Binary(operator="and" | "or" | "=>" | "<=>"):
            return simplify_logic(expr)
        case Binary():
            return _arithmetic(expr)
        case Compare():
            return simplify_comparison(expr)
        case Member():
            return simplify_member(expr)
        case Fold():
            return simplify_fold(expr)
        case Call() if expr.function in BUILT_IN:
            return calculate(expr.function, expr.arguments, expr)
        case Index() if expr.name in tables:
            return _entry(expr, tables[expr.name])
    return expr


def _negative(expr: Unary) -> Expr:
    operand = expr.operand
    if isinstance(operand, Number):
        return Number(-operand.value, span=expr.span)
    if isinstance(operand, Unary) and operand.operator == "-":
        return operand.operand
    return expr


def _arithmetic(expr: Binary) -> Expr:
    left, right = expr.left, expr.right
    if value_of(left) is not None and value_of(right) is not None:
        return calculate(expr.operator, (left, right), expr)
    match expr.operator, left, right:
        case ("+" | "-", _, Number(value=0)) | ("*" | "/" | "^", _, Number(value=1)):
            return left
        case ("+", Number(value=0), _) | ("*", Number(value=1), _):
            return right
        case ("*", Number(value=0), _) | ("*", _, Number(value=0)):
            return Number(0, span=expr.span)
        case ("^", _, Number(value=0)) | ("^", Number(value=1), _):
            return Number(1, span=expr.span)
        case "-", Number(value=0), _:
            return Unary("-", right, span=expr.span)
        case "+" | "-", Binary(operator="+" | "-", right=Number()), Number():
            return _gather(expr, left, right)
    return expr


def _gather(expr: Binary, left: Binary, right: Number) -> Expr:
    """`(x + 1) + 2` is `x + 3`."""
    assert isinstance(left.right, Number)
    first = left.right.value if left.operator == "+" else -left.right.value
    second = right.value if expr.operator == "+" else -right.value
    total = literal(first + second)
    assert isinstance(total, Number)
    if total.value == 0:
        return left.left
    if total.value < 0:
        return Binary("-", left.left, Number(-total.value), span=expr.span)
    return Binary("+", left.left, total, span=expr.span)


def _entry(expr: Index, table: TableShape) -> Expr:
    indices = [index.value for index in expr.indices if isinstance(index, Number) and isinstance(index.value, int)]
    if len(indices) != len(table.axes):
        return expr
    place = flat_index(table.axes, tuple(indices))
    value = None if place is None else table.values[place]
    return expr if value is None else literal(value, expr.span)
