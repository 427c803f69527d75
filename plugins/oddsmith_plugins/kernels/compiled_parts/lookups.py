"""Reading array cells and tables: fixed places directly, computed ones with a check unless bounds prove them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, prod
from typing import TYPE_CHECKING

from oddsmith.plugin import Index, NotCompilableError, Table
from oddsmith_plugins.kernels.compiled_parts.conditions import compared, joined
from oddsmith_plugins.kernels.compiled_parts.layout import reader
from oddsmith_plugins.kernels.compiled_parts.prelude import NO_ENTRY, OUTSIDE
from oddsmith_plugins.kernels.compiled_parts.terms import (
    Ratio,
    Term,
    Truth,
    Whole,
    minus,
    number,
    plus,
    simple,
    times,
    truth,
    whole,
)

if TYPE_CHECKING:
    from oddsmith_plugins.kernels.compiled_parts.render import Renderer

Axes = tuple[tuple[int, int], ...]


def indexed(renderer: Renderer, expr: Index) -> Term:
    """`array[…]` or `table[…]`."""
    if expr.name in renderer.program.arrays:
        return array_cell(renderer, expr, renderer)
    table = renderer.program.tables.get(expr.name)
    if table is None:
        raise NotCompilableError(f"there is no array or table `{expr.name}`")
    return _entry(renderer, table, place_of(renderer, expr, table.axes, NO_ENTRY))


def place_of(renderer: Renderer, expr: Index, axes: Axes, code: int) -> Whole:
    """The row-major place of a cell, from 0; a fault `code` where it lies outside."""
    total: Term = number(0)
    for index, (low, high) in zip(expr.indices, axes, strict=True):
        term = renderer.whole(index)
        if low <= term.low and term.high <= high:
            offset: Term = minus(term, number(low))
        else:
            offset = Whole(f"place({term.text}, {low}, {high}, {code}, book)", 0, high - low)
        total = plus(times(total, number(high - low + 1)), offset)
    return whole(total)


def array_cell(renderer: Renderer, expr: Index, state: Renderer) -> Term:
    """A cell of an array in `state`; the indices are read in the renderer's own state."""
    program = renderer.program
    array = program.arrays[expr.name]
    place = place_of(renderer, expr, array.axes, OUTSIDE)
    if place.known is not None:
        return state.cell(array.first + place.known)
    size = prod(high - low + 1 for low, high in array.axes)
    fields = program.encoding.fields[array.first : array.first + size]
    key = ("array", expr.name)
    if key not in program.made:
        name = program.fresh("cell")
        program.made[key] = name
        program.parts[name] = reader(name, fields)
    value = Whole(
        f"{program.made[key]}({place.text}, {state.row})", min(f.low for f in fields), max(f.high for f in fields)
    )
    return truth(value) if program.process.params[array.first].type.kind == "bool" else value


def _entry(renderer: Renderer, table: Table, place: Whole) -> Term:
    fixed = None if place.known is None else table.values[place.known]
    if fixed is not None:
        return number(fixed)
    entries = [Fraction(v) for v in table.values if v is not None]
    if not entries:
        raise NotCompilableError(f"table `{table.name}` is empty")
    scale = lcm(*(v.denominator for v in entries))
    scaled = tuple(0 if v is None else int(Fraction(v) * scale) for v in table.values)
    low, high = int(min(entries) * scale), int(max(entries) * scale)
    if max(abs(low), abs(high), scale) >= 1 << 62:
        raise NotCompilableError(f"table `{table.name}` has fractions that do not fit into 64 bits")
    top = Whole(f"{_table_reader(renderer, table, scaled)}({place.text}, book)", low, high)
    return simple(Ratio(top, number(scale)))  # type: ignore[arg-type]


def _table_reader(renderer: Renderer, table: Table, values: Sequence[int]) -> str:
    program = renderer.program
    key = ("table", table.name)
    if key not in program.made:
        constants = program.constant(tuple(values), "table")
        name = program.fresh("entry")
        program.made[key] = name
        lines = [f"def {name}(place: i64, book: Array[i64]) -> i64:"]
        if None in table.values:
            known = program.constant(tuple(int(v is not None) for v in table.values), "known")
            lines += [f"    if {known}[place] == 0:", f"        book[0] = {NO_ENTRY}"]
        program.parts[name] = "\n".join([*lines, f"    return {constants}[place]\n"])
    return program.made[key]


def has_entry(renderer: Renderer, name: str, element: Term) -> Truth:
    """Whether a table has an entry at the element."""
    program = renderer.program
    table = program.tables.get(name)
    if table is None or len(table.axes) != 1:
        raise NotCompilableError(f"`in {name}` needs a table with one index")
    ((low, high),) = table.axes
    known = program.constant(tuple(int(v is not None) for v in table.values), "known")
    index = whole(element)
    inside = joined("and", (compared(number(low), "<=", index), compared(index, "<=", number(high))))
    return joined("and", (inside, Truth(f"({known}[{index.tight} - ({low})] != 0)")))
