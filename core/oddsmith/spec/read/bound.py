"""Tables that may be bound: how they are declared, and values from a file -> the tables with these values.

Three kinds of numbers: `probabilities` (each in 0..1), `weights` (each row, which is the last axis, sums to 1) and
`counts` (each row is divided by its sum). A row of zeros becomes what `on_zero` says. Sums may miss 1 by `SLACK`,
because files are often written from floats; such a row is divided by its sum, so that it sums to 1 exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from oddsmith.expr.layout import cell_count
from oddsmith.expr.nodes import Range
from oddsmith.expr.values import normal
from oddsmith.process.process import Table
from oddsmith.source import Source, Span
from oddsmith.spec.complaints import suggestion
from oddsmith.spec.read.cells import Cell, Cells, Shape, cells_of
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.read.variables import read_axes
from oddsmith.spec.tree import Node, Scalar

KINDS: Final = ("probabilities", "weights", "counts")
ON_ZERO: Final = ("error", "uniform", "first")
SLACK: Final = Fraction(1, 10**9)


@dataclass(frozen=True)
class Bindable:
    """What a spec says of a table that may be bound."""

    kind: str
    index: tuple[Range, ...]
    on_zero: str


@dataclass(frozen=True)
class Binding:
    """Values for a table, as text: a CSV file, or YAML (`form` is csv or yaml)."""

    table: str
    source: Source
    form: str


def read_bindable(reader: Reader, fields: Mapping[str, Node]) -> Bindable:
    axes = read_axes(reader, fields.get("index")) or ()
    ranges = tuple(axis.domain for axis in axes if isinstance(axis.domain, Range))
    kind = _word(reader, fields.get("bind"), "bind", KINDS)
    return Bindable(kind, ranges, _word(reader, fields.get("on_zero"), "on_zero", ON_ZERO))


def _word(reader: Reader, node: Node | None, key: str, allowed: tuple[str, ...]) -> str:
    text = node.text if isinstance(node, Scalar) else ""
    if node is None or text in allowed:
        return text or allowed[0]
    message = f"`{key}` is one of {', '.join(allowed)}, not `{text}`"
    reader.complaints.add("E108", message, node.span, fix=suggestion(text, allowed))
    return ""


def bind_all(
    reader: Reader, tables: list[Table], bindings: Iterable[Binding], places: Mapping[str, Span]
) -> list[Table]:
    """The tables, with the values that are bound to them; those that can be bound are checked in either case."""
    given: dict[str, Binding] = {}
    able = [table.name for table in tables if table.bind]
    for binding in bindings:
        if binding.table in able:
            given[binding.table] = binding
        elif binding.table not in reader.broken:
            known = any(table.name == binding.table for table in tables)
            message = f"{'the' if known else 'there is no'} table `{binding.table}`"
            message += " has fixed values: it cannot be bound" if known else " to bind values to"
            fix = "declare it with `bind:`" if known else suggestion(binding.table, able, "tables")
            reader.complaints.add("E721", message, None, fix=fix or "declare it in the spec: `{index: …, bind: …}`")
    return [_bound(reader, table, given.get(table.name), places) if table.bind else table for table in tables]


def _bound(reader: Reader, table: Table, binding: Binding | None, places: Mapping[str, Span]) -> Table:
    if binding is not None:
        shape = Shape(table.name, table.axes)
        cells = reader.complaints.attempt(lambda: cells_of(binding.source, binding.form, shape))
        return table if cells is None else _checked(reader, table, cells)
    place = places[table.name]
    if any(value is None for value in table.values):
        fix = f"bind some with `--bind {table.name}=FILE`, or give the spec a `default:`"
        reader.complaints.add("E309", f"the table `{table.name}` has no values", place, fix=fix)
        return replace(table, values=(Fraction(0),) * cell_count(table.axes))
    return _checked(reader, table, tuple(Cell(Fraction(value or 0), place) for value in table.values))


def _checked(reader: Reader, table: Table, cells: Cells) -> Table:
    """The table with these values, each row as `bind` and `on_zero` want it."""
    low, high = table.axes[-1]
    width = high - low + 1
    values: list[Fraction] = []
    for start in range(0, len(cells), width):
        row = cells[start : start + width]
        number = table.axes[0][0] + start // width
        where = f"row {number} of `{table.name}`" if len(table.axes) > 1 else f"`{table.name}`"
        values += _row(reader, table, row, where)
    return replace(table, values=tuple(normal(value) for value in values))


def _row(reader: Reader, table: Table, row: Cells, where: str) -> list[Fraction]:
    found = [cell.value for cell in row]
    mistakes = len(reader.complaints.found)
    for cell in row:
        if cell.value < 0 or (table.bind != "counts" and cell.value > 1):
            rule = "counts are not negative" if table.bind == "counts" else "probabilities lie between 0 and 1"
            message = f"{where} has the entry {cell.value}, and {rule}"
            reader.complaints.add("E401", message, cell.span)
    if table.bind == "probabilities" or len(reader.complaints.found) > mistakes:
        return found
    total = sum(found, Fraction(0))
    if total == 0:
        return _zero_row(reader, table, row, where)
    if table.bind == "counts" or abs(total - 1) <= SLACK:
        return [value / total for value in found]
    fix = "make them sum to 1, or declare the table with `bind: counts`"
    reader.complaints.add("E402", f"{where} sums to {_number(total)}, not to 1", row[0].span, fix=fix)
    return found


def _zero_row(reader: Reader, table: Table, row: Cells, where: str) -> list[Fraction]:
    if table.on_zero == "uniform":
        return [Fraction(1, len(row))] * len(row)
    if table.on_zero == "error":
        fix = "give the table `on_zero: uniform` or `on_zero: first`"
        reader.complaints.add("E402", f"{where} has only zeros", row[0].span, fix=fix)
    return [Fraction(int(place == 0)) for place in range(len(row))]


def _number(value: Fraction) -> str:
    """A fraction where it is short, else a decimal."""
    text = str(value)
    return text if len(text) <= 12 else f"about {float(value):.9g}"
