"""`tables:` -> entries as written -> Table, when the constants are known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from oddsmith.expr.layout import flat_index
from oddsmith.expr.nodes import Expr, Number
from oddsmith.expr.values import Value
from oddsmith.process.process import Table
from oddsmith.source import Span
from oddsmith.spec.keys import BOUND_TABLE
from oddsmith.spec.read.bound import Bindable, read_bindable
from oddsmith.spec.read.constants import Values, needs
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Mapping, Node, Scalar, Sequence

LARGEST_TABLE = 1_000_000
_FORMS = "write `[3, 1, 4]`, `[[1, 2], [3, 4]]` or `{1: 38, 4: 14}`"


@dataclass(frozen=True)
class WrittenTable:
    """Entries by index, before anything is computed."""

    name: str
    axes: int
    entries: tuple[tuple[tuple[Expr, ...], Expr], ...]
    default: Expr | None
    span: Span
    bound: Bindable | None = None
    """Where other values may be bound to it."""

    def needs(self, values: Values) -> frozenset[str]:
        """The names that some entry reads."""
        found: set[str] = set() if self.default is None else set(needs(self.default, values.functions))
        for indices, value in self.entries:
            for expr in (*indices, value):
                if not isinstance(expr, Number):
                    found |= needs(expr, values.functions)
        for axis in () if self.bound is None else self.bound.index:
            found |= needs(axis, values.functions)
        return frozenset(found)


def read_tables(reader: Reader, node: Node | None) -> dict[str, WrittenTable]:
    found: dict[str, WrittenTable] = {}
    for entry in reader.entries(node, "tables (`name: [1, 2, 3]`)"):
        name = reader.name(entry.key, "a table")
        table = None if name is None else _table(reader, name, entry.value, entry.key.span)
        if table is None:
            reader.broken.add(entry.key.text)
        else:
            found[table.name] = table
    return found


def _table(reader: Reader, name: str, node: Node, span: Span) -> WrittenTable | None:
    if isinstance(node, Scalar):
        reader.wrong(node, "a table", _FORMS)
        return None
    if isinstance(node, Mapping) and node.get("bind") is not None:
        return _bound_table(reader, name, node, span)
    return _written_out(reader, name, node, span)


def _bound_table(reader: Reader, name: str, node: Mapping, span: Span) -> WrittenTable | None:
    """`{index: 1..5, bind: weights, default: 1/5}`."""
    mistakes = len(reader.complaints.found)
    fields = reader.fields(node, BOUND_TABLE)
    bound = read_bindable(reader, fields)
    values = fields.get("values")
    written = None if values is None else _table(reader, name, values, span)
    default = reader.expression(fields["default"]) if "default" in fields else None
    if values is None and not bound.index:
        fix = f"{name}: {{index: 1..5, bind: {bound.kind or 'weights'}}}"
        reader.complaints.add("E203", f"the table `{name}` has neither `index:` nor `values:`", span, fix=fix)
    elif values is not None and "index" in fields:
        fix = "leave `index:` out: the values have their own (a list counts from 1)"
        reader.complaints.add("E307", f"the table `{name}` has both `index:` and `values:`", values.span, fix=fix)
    if len(reader.complaints.found) > mistakes:
        return None
    if written is None:
        return WrittenTable(name, len(bound.index), (), default, span, bound)
    return replace(written, default=default or written.default, bound=bound)


def _written_out(reader: Reader, name: str, node: Mapping | Sequence, span: Span) -> WrittenTable | None:
    mistakes = len(reader.complaints.found)
    default, rows = _indexed(reader, node)
    entries: list[tuple[tuple[Expr, ...], Expr]] = []
    axes = {1 if isinstance(value, Scalar) else 2 for _, value in rows}
    for index, value in rows:
        if isinstance(value, Scalar):
            entries += _entry(reader, (index,), value)
            continue
        _, cells = _indexed(reader, value)
        for column, cell in cells:
            entries += _entry(reader, (index, column), cell)
    if len(axes) > 1:
        reader.complaints.add("E108", f"the table `{name}` mixes numbers and rows", span, fix=_FORMS)
    elif not rows:
        reader.complaints.add("E305", f"the table `{name}` is empty", span, fix=_FORMS)
    if len(reader.complaints.found) > mistakes:
        return None
    return WrittenTable(name, axes.pop(), tuple(entries), default, span)


def _indexed(reader: Reader, node: Node) -> tuple[Expr | None, list[tuple[Expr, Node]]]:
    """The default, and the items of a list (from 1) or a map with their index."""
    if isinstance(node, Sequence):
        return None, [(Number(place, span=item.span), item) for place, item in enumerate(node, start=1)]
    default: Expr | None = None
    found: list[tuple[Expr, Node]] = []
    for entry in node if isinstance(node, Mapping) else ():
        if entry.key.text == "default":
            default = reader.expression(entry.value)
            continue
        index = reader.expression(entry.key, "an index")
        if index is not None:
            found.append((index, entry.value))
    return default, found


def _entry(reader: Reader, indices: tuple[Expr, ...], node: Node) -> list[tuple[tuple[Expr, ...], Expr]]:
    value = reader.expression(node, "an entry of a table")
    return [] if value is None else [(indices, value)]


def compute_table(reader: Reader, written: WrittenTable, values: Values) -> Table | None:
    """The table with all gaps between its smallest and largest index filled by the default, or left empty."""
    cells: dict[tuple[int, ...], int] = {}
    found: list[Value] = []
    for indices, expr in written.entries:
        at = tuple(_index(reader, index, values) for index in indices)
        value = values.value(reader, expr)
        if value is None or any(place is None for place in at):
            return None
        place = tuple(index for index in at if index is not None)
        if place in cells:
            message = f"the table `{written.name}` has two entries at {list(place)}"
            reader.complaints.add("E204", message, expr.span, fix="keep one of them")
        cells[place] = len(found)
        found.append(value)
    axes = _axes(reader, written, list(cells), values)
    if axes is None:
        return None
    size = prod(high - low + 1 for low, high in axes)
    if size > LARGEST_TABLE:
        message = f"the table `{written.name}` reaches over {size:,} indices"
        reader.complaints.add("E305", message, written.span, fix=f"at most {LARGEST_TABLE:,}; use a function instead")
        return None
    default = None if written.default is None else values.value(reader, written.default)
    whole = [default] * size
    for place, number in cells.items():
        position = flat_index(axes, place)
        assert position is not None
        whole[position] = found[number]
    table = Table(written.name, axes, tuple(whole))
    if written.bound is None:
        return table
    return replace(table, bind=written.bound.kind, on_zero=written.bound.on_zero)


def _axes(
    reader: Reader, written: WrittenTable, cells: list[tuple[int, ...]], values: Values
) -> tuple[tuple[int, int], ...] | None:
    """Lowest and highest index of each axis: as declared, or as the entries have them."""
    if written.bound is None or not written.bound.index:
        columns = list(zip(*cells, strict=True))
        return tuple((min(column), max(column)) for column in columns)
    found: list[tuple[int, int]] = []
    for axis in written.bound.index:
        low, high = _index(reader, axis.low, values), _index(reader, axis.high, values)
        if low is None or high is None:
            return None
        if high < low:
            reader.complaints.add("E305", f"there is no index in {low}..{high}", axis.span, fix="write `low..high`")
            return None
        found.append((low, high))
    return tuple(found)


def _index(reader: Reader, expr: Expr, values: Values) -> int | None:
    value = values.value(reader, expr)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    reader.complaints.add("E302", f"an index of a table is a whole number, not {value}", expr.span)
    return None
