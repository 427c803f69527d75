"""Declared variables and arrays -> parameters, one per cell, and the layout of the arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from oddsmith.expr.nodes import Expr, Number, Range
from oddsmith.process.access import cell_name
from oddsmith.process.process import Array, Parameter
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.game import FamilyBinder, Variable
from oddsmith.spec.lower.constants import Constants, ordinal
from oddsmith.spec.lower.families import members
from oddsmith.spec.lower.scope import Scope

WIDEST = 2**62
MOST_CELLS = 1_000_000
Place = tuple[int, ...]
Axes = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Declared:
    """A variable with its full name and the uses of its module: their indices and what names mean there."""

    name: str
    variable: Variable
    uses: tuple[tuple[Place, Scope], ...]


def lay_out(declared: Sequence[Declared], constants: Constants) -> tuple[list[Parameter], list[Array]]:
    """All cells in the order of declaration."""
    params: list[Parameter] = []
    arrays: list[Array] = []
    for item in declared:
        axes = _all_axes(item, constants)
        if axes:
            arrays.append(Array(item.name, axes, len(params)))
        if prod(high - low + 1 for low, high in axes) + len(params) > MOST_CELLS:
            raise _refuse("E305", f"`{item.name}` has too many cells", item.variable.span, f"at most {MOST_CELLS:,}")
        for place, scope in item.uses:
            params += _cells(item, place, scope, constants)
    return params, arrays


def _cells(item: Declared, prefix: Place, scope: Scope, constants: Constants) -> list[Parameter]:
    starts = tuple(low for low, _ in _axes(item.variable, scope, constants))
    return [
        _parameter(name, item.variable, place, starts, inner, constants)
        for name, place, inner in _places(item, prefix, scope, constants)
    ]


def _places(item: Declared, prefix: Place, scope: Scope, constants: Constants) -> Iterator[tuple[str, Place, Scope]]:
    """The name of every cell, its indices within the variable, and what names mean there."""
    variable = item.variable
    for place in product(*(range(low, high + 1) for low, high in _axes(variable, scope, constants))):
        names = {b.name: Number(i) for b, i in zip(variable.axes, place, strict=True) if b.name}
        whole = prefix + place
        yield cell_name(item.name, whole) if whole else item.name, place, scope.bind(names)


def hidden_cells(declared: Sequence[Declared], constants: Constants) -> Iterator[tuple[str, Variable, Scope]]:
    """Every cell that not everybody sees, with its variable and what names mean there."""
    for item in declared:
        if item.variable.sees is not None:
            for prefix, scope in item.uses:
                for name, _, inner in _places(item, prefix, scope, constants):
                    yield name, item.variable, inner


def _parameter(
    name: str, variable: Variable, place: Place, starts: Place, scope: Scope, constants: Constants
) -> Parameter:
    low, high = _range(variable, scope, constants)
    init = _first_value(name, variable, place, starts)
    value = low if init is None else constants.number(init, scope)
    if not low <= value <= high:
        shown = variable.type.text(value) if variable.type.kind == "int" else str(value)
        span = variable.span if init is None else init.span or variable.span
        fix = "widen the range or change `init`"
        raise _refuse("E406", f"`{name}` starts at {shown}, outside {low}..{high}", span, fix)
    return Parameter(name, variable.type, low, high, value, variable.span)


def _first_value(name: str, variable: Variable, place: Place, starts: Place) -> Expr | None:
    """One expression for all cells, or the one at this place of nested lists."""
    found: object = variable.init
    for index, start in zip(place, starts, strict=True):
        if isinstance(found, tuple):
            if index - start >= len(found):
                raise _refuse("E406", f"there is no first value for `{name}`", variable.span, "lengthen `init:`")
            found = found[index - start]
    if found is None or isinstance(found, Expr):
        return found
    raise _refuse(
        "E406", f"`{name}` has many first values", variable.span, "write one value, or nest as the array does"
    )


def _range(variable: Variable, scope: Scope, constants: Constants) -> tuple[int, int]:
    if variable.low is None or variable.high is None:
        return (0, 1) if variable.type.kind == "bool" else (0, len(variable.type.values) - 1)
    low, high = constants.whole(variable.low, scope), constants.whole(variable.high, scope)
    if high < low:
        raise _refuse("E305", f"the range {low}..{high} of `{variable.name}` is empty", variable.low.span)
    if high - low >= WIDEST:
        message = f"the range of `{variable.name}` has more than 2^62 values"
        raise _refuse("E305", message, variable.low.span, "use a smaller range")
    return low, high


def _all_axes(item: Declared, constants: Constants) -> Axes:
    """The axes of the instances' indices, then the variable's own; every instance must have the same."""
    own = {_axes(item.variable, scope, constants) for _, scope in item.uses}
    if len(own) > 1:
        message = f"`{item.name}` has not the same size in every instance"
        raise _refuse("E305", message, item.variable.span, "use the largest size for all")
    places = [place for place, _ in item.uses]
    sides = tuple((min(side), max(side)) for side in zip(*places, strict=True))
    if places != list(product(*(range(low, high + 1) for low, high in sides))):
        message = f"the indices of the instances that own `{item.name}` have gaps"
        raise _refuse("E305", message, item.variable.span, "instances need indices that follow each other")
    return sides + own.pop()


def _axes(variable: Variable, scope: Scope, constants: Constants) -> Axes:
    return tuple(_axis(variable, binder, scope, constants) for binder in variable.axes)


def _axis(variable: Variable, binder: FamilyBinder, scope: Scope, constants: Constants) -> tuple[int, int]:
    domain = binder.domain
    if isinstance(domain, Range):
        low, high = constants.whole(domain.low, scope), constants.whole(domain.high, scope)
        if low <= high:
            return low, high
    else:
        values = [ordinal(v) for v in members(domain, scope, constants)]
        if values and values == list(range(values[0], values[-1] + 1)):
            return values[0], values[-1]
    message = f"the indices of `{variable.name}` must follow each other"
    raise _refuse("E305", message, binder.span or variable.span, "write `array: low..high` with low <= high")


def _refuse(code: str, message: str, span: Span | None, fix: str = "") -> SpecError:
    return SpecError([Diagnostic(code, message, span, fix=fix)])
