"""Closures that read arrays and tables, with every refusal."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from oddsmith.expr.closures import Closure, State
from oddsmith.expr.layout import Axes, TableShape, flat_index
from oddsmith.expr.nodes import Index, Number
from oddsmith.expr.values import EvaluationError, Value


def array_cell(expr: Index, axes: Axes, first: int, indices: Sequence[Closure]) -> Closure:
    """The value of a cell; E611 if it lies outside."""
    _check_axes(expr, axes)
    fixed = _fixed(expr)
    position = None if fixed is None else flat_index(axes, fixed)
    if position is not None:
        return itemgetter(first + position)
    if len(axes) == 1:
        ((low, high),) = axes
        only, base = indices[0], first - low

        def cell(state: State) -> Value:
            index = only(state)
            if not isinstance(index, int) or not low <= index <= high:
                raise _outside(expr, axes, (index,))
            value: Value = state[base + index]
            return value

        return cell

    def cell_of_many(state: State) -> Value:
        at = tuple(index(state) for index in indices)
        found = flat_index(axes, at) if all(isinstance(i, int) for i in at) else None
        if found is None:
            raise _outside(expr, axes, at)
        value: Value = state[first + found]
        return value

    return cell_of_many


def table_entry(expr: Index, table: TableShape, indices: Sequence[Closure]) -> Closure:
    """The constant at an index; E607 if there is none."""
    _check_axes(expr, table.axes)
    axes, values = table.axes, table.values

    def entry(state: State) -> Value:
        at = tuple(index(state) for index in indices)
        found = flat_index(axes, at) if all(isinstance(i, int) for i in at) else None
        value = None if found is None else values[found]
        if value is None:
            place = ", ".join(str(i) for i in at)
            raise EvaluationError("E607", f"table `{expr.name}` has no entry at [{place}]", expr.span)
        return value

    return entry


def membership(element: Closure, table: TableShape) -> Closure:
    """Whether the table has an entry at the element."""
    ((low, _),) = table.axes
    known = frozenset(low + place for place, value in enumerate(table.values) if value is not None)
    return lambda state: element(state) in known


def _check_axes(expr: Index, axes: Axes) -> None:
    if len(axes) != len(expr.indices):
        message = f"`{expr.name}` takes {len(axes)} indices, not {len(expr.indices)}"
        raise EvaluationError("E303", message, expr.span)


def _fixed(expr: Index) -> tuple[int, ...] | None:
    found = [index.value for index in expr.indices if isinstance(index, Number) and isinstance(index.value, int)]
    return tuple(found) if len(found) == len(expr.indices) else None


def _outside(expr: Index, axes: Axes, at: tuple[Value, ...]) -> EvaluationError:
    place = ", ".join(str(i) for i in at)
    ranges = ", ".join(f"{low}..{high}" for low, high in axes)
    return EvaluationError("E611", f"`{expr.name}[{place}]` lies outside its indices {ranges}", expr.span)
