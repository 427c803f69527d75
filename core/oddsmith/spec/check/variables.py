"""Variables -> complaints about their types, ranges (E305) and first values (E406)."""

from __future__ import annotations

from itertools import islice, product

from oddsmith.expr.nodes import Expr, Range
from oddsmith.expr.types import INT
from oddsmith.spec.check.checking import Checking
from oddsmith.spec.check.here import Here
from oddsmith.spec.game import Variable

WIDEST = 2**62
MOST_CELLS_CHECKED = 10_000


def check_variable(checking: Checking, variable: Variable, here: Here) -> None:
    """Everything about a variable that can be known before anything is unrolled."""
    axes = []
    inner = here
    for axis in variable.axes:
        purpose = f"the indices of `{variable.name}`"
        checking.domain(axis.domain, here, purpose, constant=True)
        axes.append(_bounds(checking, axis.domain, here, purpose) if isinstance(axis.domain, Range) else None)
        if axis.name:
            inner = inner.bind({axis.name: INT})
    for reference in variable.sees or ():
        checking.reference(reference, inner, "the index of a player")
    bounds = _range(checking, variable, here)
    if variable.init is None:
        return
    for init in _leaves(variable.init):
        purpose = f"the first value of `{variable.name}`"
        checking.constant(init, inner, variable.type, purpose)
    known_axes = [axis for axis in axes if axis is not None]
    if bounds is not None and len(known_axes) == len(axes):
        _check_first_values(checking, variable, here, bounds, known_axes)


def _leaves(init: object) -> list[Expr]:
    if isinstance(init, tuple):
        return [leaf for part in init for leaf in _leaves(part)]
    return [init] if isinstance(init, Expr) else []


def _range(checking: Checking, variable: Variable, here: Here) -> tuple[int, int] | None:
    if variable.low is None or variable.high is None:
        return (0, 1) if variable.type.kind == "bool" else (0, len(variable.type.values) - 1)
    purpose = f"the range of `{variable.name}`"
    for end in (variable.low, variable.high):
        checking.constant(end, here, INT, purpose)
    return _bounds(checking, Range(variable.low, variable.high), here, purpose)


def _bounds(checking: Checking, domain: Range, here: Here, purpose: str) -> tuple[int, int] | None:
    low, high = checking.value(domain.low, here), checking.value(domain.high, here)
    if not isinstance(low, int) or not isinstance(high, int):
        return None
    span = domain.span or domain.low.span
    if high < low:
        checking.complaints.add(
            "E305", f"{purpose}, {low}..{high}, is empty", span, fix="write `low..high` with low <= high"
        )
        return None
    if high - low >= WIDEST:
        message = f"{purpose} has more than 2^62 values"
        checking.complaints.add("E305", message, span, fix="use a smaller range")
        return None
    return low, high


def _check_first_values(
    checking: Checking, variable: Variable, here: Here, bounds: tuple[int, int], axes: list[tuple[int, int]]
) -> None:
    _check_shape(checking, variable, variable.init, axes)
    places = product(*(range(low, high + 1) for low, high in axes))
    for place in islice(places, MOST_CELLS_CHECKED):
        init: object = variable.init
        for index, (low, _) in zip(place, axes, strict=True):
            if isinstance(init, tuple):
                init = init[index - low] if index - low < len(init) else None
        names = {axis.name: index for axis, index in zip(variable.axes, place, strict=True) if axis.name}
        value = checking.value(init, here, names) if isinstance(init, Expr) else None
        if value is None or not isinstance(value, int):
            return
        if not bounds[0] <= value <= bounds[1]:
            cell = f"{variable.name}[{', '.join(map(str, place))}]" if place else variable.name
            message = f"`{cell}` starts at {value}, outside its range {bounds[0]}..{bounds[1]}"
            span = init.span if isinstance(init, Expr) else variable.span
            checking.complaints.add("E406", message, span, fix="widen the range or change `init`")
            return


def _check_shape(checking: Checking, variable: Variable, init: object, axes: list[tuple[int, int]]) -> None:
    """A list of first values must be as long as the axis."""
    if not isinstance(init, tuple):
        return
    if not axes:
        message = f"`{variable.name}` has too many levels of first values"
        checking.complaints.add("E406", message, variable.span, fix="an array of one axis takes one list")
        return
    low, high = axes[0]
    if len(init) != high - low + 1:
        message = f"`{variable.name}` needs {high - low + 1} first values and gets {len(init)}"
        checking.complaints.add("E406", message, variable.span, fix="give one value per cell, or one for all")
        return
    for part in init:
        _check_shape(checking, variable, part, axes[1:])
