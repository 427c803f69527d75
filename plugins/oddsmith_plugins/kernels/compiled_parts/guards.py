"""What a guard proves about parameters: bounds for the command behind it, and equalities to sort commands by."""

from __future__ import annotations

from collections.abc import Iterator

from oddsmith.plugin import Binary, Compare, Expr, Fold, Index, Member, Name, NotCompilableError, Range, Unary
from oddsmith_plugins.kernels.compiled_parts.folds import written_out
from oddsmith_plugins.kernels.compiled_parts.render import Renderer, chain
from oddsmith_plugins.kernels.compiled_parts.terms import Ratio, Term, Truth, whole

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "==": "==", "!=": "!="}
Bounds = dict[int, tuple[int, int]]


def conjuncts(renderer: Renderer, expr: Expr) -> Iterator[tuple[Renderer, Expr]]:
    """The parts that all must hold, each with the names it sees."""
    if isinstance(expr, Binary) and expr.operator == "and":
        for part in chain(expr):
            yield from conjuncts(renderer, part)
    elif isinstance(expr, Fold) and expr.kind == "all":
        for frame in written_out(renderer, expr) or ():
            yield from conjuncts(frame, expr.body)
    else:
        yield renderer, expr


def proved(renderer: Renderer, guard: Expr) -> Bounds:
    """Bounds of parameters wherever the guard holds."""
    bounds: Bounds = {}
    for frame, part in conjuncts(renderer, guard):
        for slot, operator, value in _facts(frame, part):
            field = renderer.program.encoding.fields[slot]
            low, high = bounds.get(slot, (field.low, field.high))
            if operator in ("=", "==", ">=", ">"):
                low = max(low, value + (operator == ">"))
            if operator in ("=", "==", "<=", "<"):
                high = min(high, value - (operator == "<"))
            if operator == "!=":
                low, high = low + (low == value), high - (high == value)
            bounds[slot] = (low, high)
    return {slot: pair for slot, pair in bounds.items() if pair[0] <= pair[1]}


def equalities(renderer: Renderer, guard: Expr) -> dict[int, int]:
    """Parameters that the guard compares with one value."""
    found: dict[int, int] = {}
    for frame, part in conjuncts(renderer, guard):
        for slot, operator, value in _facts(frame, part):
            if operator in ("=", "=="):
                found.setdefault(slot, value)
    return found


def _facts(renderer: Renderer, part: Expr) -> Iterator[tuple[int, str, int]]:
    """(parameter, operator, constant) that a part states."""
    match part:
        case Compare(first, rest):
            left = first
            for operator, right in rest:
                yield from _fact(renderer, left, operator, right)
                yield from _fact(renderer, right, MIRRORED[operator], left)
                left = right
        case Member(element, Range(low, high)):
            yield from _fact(renderer, element, ">=", low)
            yield from _fact(renderer, element, "<=", high)
        case Unary("not", operand):
            slot = _slot(renderer, operand)
            if slot is not None:
                yield slot, "=", 0
        case Name() | Index():
            slot = _slot(renderer, part)
            if slot is not None:
                yield slot, "=", 1


def _fact(renderer: Renderer, left: Expr, operator: str, right: Expr) -> Iterator[tuple[int, str, int]]:
    slot, value = _slot(renderer, left), _value(renderer, right)
    if slot is not None and value is not None:
        yield slot, operator, value


def _value(renderer: Renderer, expr: Expr) -> int | None:
    try:
        term: Term = renderer.exact(expr)
    except NotCompilableError:
        return None
    if isinstance(term, Truth):
        return None if term.known is None else int(term.known)
    return None if isinstance(term, Ratio) else whole(term).known


def _slot(renderer: Renderer, expr: Expr) -> int | None:
    """The parameter that an expression is."""
    program = renderer.program
    if isinstance(expr, Name) and expr.name not in renderer.names:
        return program.slots.get(expr.name)
    if isinstance(expr, Index) and expr.name in program.arrays:
        array = program.arrays[expr.name]
        place = 0
        for index, (low, high) in zip(expr.indices, array.axes, strict=True):
            value = _value(renderer, index)
            if value is None or not low <= value <= high:
                return None
            place = place * (high - low + 1) + value - low
        return array.first + place
    return None
