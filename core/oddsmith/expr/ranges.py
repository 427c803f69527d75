"""Expression and ranges of its names -> the range of its value, by interval arithmetic.

Every result contains every value that the expression can have where its names stay in their ranges; it may be wider.
Truth values count as 0 and 1. Conditions of `if` narrow the ranges of the names they compare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from oddsmith.expr.constants import value_of
from oddsmith.expr.interval import (
    BIT,
    Interval,
    absolute,
    add,
    divide,
    floor_divide,
    join,
    modulo,
    multiply,
    negate,
    power,
    rounded,
    subtract,
)
from oddsmith.expr.logic import OPPOSITE
from oddsmith.expr.nodes import Binary, Call, Compare, Expr, Fold, If, Index, Items, Member, Name, Range, Unary
from oddsmith.expr.simplify import simplify
from oddsmith.expr.unroll import unrolled

Box = Mapping[str, Interval]
"""The ranges of names; of arrays and tables the range of any entry."""

ARITHMETIC: Final[dict[str, Callable[[Interval, Interval], Interval | None]]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "//": floor_divide,
    "%": modulo,
    "^": power,
}


def bounds(expr: Expr, box: Box) -> Interval | None:
    """The lowest and highest value, or None if nothing is known (functions of the user, unknown names)."""
    known = value_of(expr)
    if known is not None:
        return (known, known)
    match expr:
        case Name() | Index():
            return box.get(expr.name)
        case Unary(operator="not"):
            low, high = bounds(expr.operand, box) or BIT
            return (1 - high, 1 - low)
        case Unary():
            inner = bounds(expr.operand, box)
            return None if inner is None else negate(inner)
        case Binary():
            return _binary(expr, box)
        case Compare():
            return _comparison(expr, box)
        case If():
            return _choice(expr, box)
        case Call():
            return _call(expr, box)
        case Fold():
            return _fold(expr, box)
        case Member():
            return BIT
    return None


def _binary(expr: Binary, box: Box) -> Interval | None:
    left, right = bounds(expr.left, box), bounds(expr.right, box)
    if expr.operator in ("and", "or"):
        (a, b), (c, d) = left or BIT, right or BIT
        return (min(a, c), min(b, d)) if expr.operator == "and" else (max(a, c), max(b, d))
    if expr.operator in ("=>", "<=>"):
        return BIT
    if left is None or right is None:
        return None
    return ARITHMETIC[expr.operator](left, right)


def _comparison(expr: Compare, box: Box) -> Interval:
    low = 1
    left = bounds(expr.first, box)
    for operator, operand in expr.rest:
        right = bounds(operand, box)
        decided = None if left is None or right is None else compare(operator, left, right)
        if decided is False:
            return (0, 0)
        low = low if decided else 0
        left = right
    return (low, 1)


def compare(operator: str, left: Interval, right: Interval) -> bool | None:
    """Whether the comparison holds for all values, for none (False), or for some (None)."""
    if operator in ("!=", ">", ">="):
        opposite = compare(OPPOSITE[operator], left, right)
        return None if opposite is None else not opposite
    if operator == "=":
        if left[1] < right[0] or right[1] < left[0]:
            return False
        return True if left == right and left[0] == left[1] else None
    strict = operator == "<"
    if left[1] < right[0] or (not strict and left[1] == right[0]):
        return True
    if left[0] > right[1] or (strict and left[0] == right[1]):
        return False
    return None


def _choice(expr: If, box: Box) -> Interval | None:
    low, high = bounds(expr.condition, box) or BIT
    sides: list[Interval | None] = []
    if high >= 1:
        sides.append(bounds(expr.yes, narrowed(expr.condition, box)))
    if low <= 0:
        sides.append(bounds(expr.no, narrowed(Unary("not", expr.condition), box)))
    return join(sides)


def narrowed(condition: Expr, box: Box) -> Box:
    """Ranges that hold wherever the condition does; conjunctions of comparisons of whole-number names are used."""
    match condition:
        case Binary(operator="and"):
            return narrowed(condition.right, narrowed(condition.left, box))
        case Unary(operator="not", operand=Compare(first=first, rest=((operator, second),))):
            return _narrow(first, OPPOSITE[operator], second, box)
        case Unary(operator="not", operand=Binary(operator="or") as either):
            return narrowed(Unary("not", either.right), narrowed(Unary("not", either.left), box))
        case Unary(operator="not", operand=Unary(operator="not", operand=inner)):
            return narrowed(inner, box)
        case Compare():
            left = condition.first
            for operator, right in condition.rest:
                box = _narrow(left, operator, right, box)
                left = right
    return box


def _narrow(left: Expr, operator: str, right: Expr, box: Box) -> Box:
    swapped = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
    box = _narrow_name(left, operator, right, box)
    return _narrow_name(right, swapped[operator], left, box)


def _narrow_name(name: Expr, operator: str, other: Expr, box: Box) -> Box:
    """Names whose range has whole ends are whole numbers, so strict comparisons exclude the end itself."""
    limit = bounds(other, box)
    if not isinstance(name, Name) or name.name not in box or limit is None:
        return box
    low, high = box[name.name]
    whole = all(isinstance(end, int) for end in (low, high, *limit))
    step = 1 if whole else 0
    match operator:
        case "<":
            high = min(high, limit[1] - step)
        case "<=":
            high = min(high, limit[1])
        case ">":
            low = max(low, limit[0] + step)
        case ">=":
            low = max(low, limit[0])
        case "=":
            low, high = max(low, limit[0]), min(high, limit[1])
        case _ if whole and limit[0] == limit[1]:
            low, high = low + (low == limit[0]), high - (high == limit[0])
    return box if low > high else {**box, name.name: (low, high)}


def _call(expr: Call, box: Box) -> Interval | None:
    found = [bounds(argument, box) for argument in expr.arguments]
    known = [interval for interval in found if interval is not None]
    if not known or len(known) < len(found):
        return None
    match expr.function:
        case "min":
            return (min(low for low, _ in known), min(high for _, high in known))
        case "max":
            return (max(low for low, _ in known), max(high for _, high in known))
        case "abs":
            return absolute(known[0])
        case "floor" | "ceil":
            return rounded(known[0], expr.function)
        case "mod" | "pow" if len(known) == 2:
            return ARITHMETIC["%" if expr.function == "mod" else "^"](*known)
        case "gcd":
            return (0, max(absolute(interval)[1] for interval in known))
    return None


def _fold(expr: Fold, box: Box) -> Interval | None:
    written = unrolled(expr, simplify)
    if written is not None:
        return bounds(written, box)
    if expr.kind in ("any", "all"):
        return BIT
    inner, most = dict(box), 1
    for binder in expr.binders:
        members = binder.domain.members if isinstance(binder.domain, Items) else (binder.domain,)
        reached = join([_member(member, inner) for member in members])
        if reached is None:
            return None
        inner[binder.name] = reached
        most *= sum(_length(member, inner) for member in members)
    body = bounds(expr.body, inner)
    if expr.kind == "count":
        return (0, most)
    if body is None or expr.kind == "prod":
        return None
    if expr.kind == "sum":
        return (min(0, most * body[0]), max(0, most * body[1]))
    return body


def _member(member: Expr, box: Box) -> Interval | None:
    """The values of one member of a domain."""
    if not isinstance(member, Range):
        found = bounds(member, box)  # as fractions: nothing says that such a member is a whole number
        return None if found is None else (Fraction(found[0]), Fraction(found[1]))
    low, high = bounds(member.low, box), bounds(member.high, box)
    return None if low is None or high is None else (low[0], max(low[0], high[1]))


def _length(member: Expr, box: Box) -> int:
    """The greatest number of values of one member whose bounds are known."""
    reached = _member(member, box) if isinstance(member, Range) else None
    return 1 if reached is None else int(reached[1] - reached[0]) + 1
