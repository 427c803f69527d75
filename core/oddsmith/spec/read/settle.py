"""Constants, tables and overrides as written -> their values, each after what it needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from oddsmith.expr.infer import infer
from oddsmith.expr.layout import FunctionShape
from oddsmith.expr.nodes import Expr, Number
from oddsmith.expr.parse import parse
from oddsmith.expr.scope import UNKNOWN, Scope, fits, words
from oddsmith.expr.substitute import called_functions
from oddsmith.expr.types import NUMBER, Type
from oddsmith.expr.values import Value
from oddsmith.process.process import Table
from oddsmith.source import Diagnostic, Source, Span
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.game import Constant
from oddsmith.spec.read.bound import Binding, bind_all
from oddsmith.spec.read.constants import Values, in_order, needs, type_of
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.read.tables import WrittenTable, compute_table
from oddsmith.spec.tree import Mapping as Tree
from oddsmith.spec.tree import Node, Scalar, shorten


@dataclass(frozen=True)
class WrittenConstant:
    name: str
    expr: Expr
    text: str
    span: Span


@dataclass(frozen=True)
class Written:
    """What has to be computed, and what it may read."""

    constants: Mapping[str, WrittenConstant]
    tables: Mapping[str, WrittenTable]
    functions: Mapping[str, FunctionShape]
    symbols: Mapping[str, tuple[Type, int]]
    variables: frozenset[str] = frozenset()
    """Names that are no constants, for a better complaint."""
    unset: Mapping[str, Span] = field(default_factory=dict)
    """Constants without a value (`N:`), which have to be set."""


@dataclass
class Settled:
    """Everything constant, with its value."""

    values: Values
    constants: list[Constant] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


def read_constants(reader: Reader, node: Node | None) -> dict[str, WrittenConstant]:
    found: dict[str, WrittenConstant] = {}
    for entry in reader.entries(node, "constants (`name: value`)"):
        if isinstance(entry.value, Scalar) and entry.value.empty:
            continue
        name, expr = reader.name(entry.key, "a constant"), reader.expression(entry.value)
        if name is None or expr is None:
            reader.broken.add(entry.key.text)
        else:
            found[name] = WrittenConstant(name, expr, entry.value.span.text, entry.key.span)
    return found


def read_unset(reader: Reader, node: Node | None) -> dict[str, Span]:
    """The constants that have no value in the spec: `N:` with nothing behind it."""
    entries = node.entries if isinstance(node, Tree) else ()
    empty = [entry.key for entry in entries if isinstance(entry.value, Scalar) and entry.value.empty]
    return {key.text: key.span for key in empty if reader.name(key, "a constant") is not None}


def settle(reader: Reader, written: Written, overrides: Mapping[str, str], bindings: Iterable[Binding] = ()) -> Settled:
    """All values; an override must have the type that the spec's own value has. Bound tables come last."""
    settled = _settle(reader, written, overrides)
    known = {name: table.span for name, table in written.tables.items() if name not in reader.broken}
    settled.tables = bind_all(reader, settled.tables, bindings, known)
    return settled


def _settle(reader: Reader, written: Written, overrides: Mapping[str, str]) -> Settled:
    written = _without_doubles(reader, written)
    given = _read_overrides(reader, written, overrides)
    for name in written.unset.keys() - given.keys():
        fix = f"give it one with `--set {name}=…`, or in the spec"
        reader.complaints.add("E309", f"the constant `{name}` has no value", written.unset[name], fix=fix)
        reader.broken.add(name)
    if not given:
        return _Settling(reader, written).run()
    silent = Reader(Complaints(), set(reader.broken))
    own = {c.name: c.type for c in _Settling(silent, written).run().constants}
    changed = replace(written, constants={**written.constants, **given})
    return _Settling(reader, changed, own, frozenset(given)).run()


def _without_doubles(reader: Reader, written: Written) -> Written:
    """A table that has the name of a constant is left out, with a complaint (E204)."""
    for name in written.tables.keys() & written.constants.keys():
        notes = (f"first at {written.constants[name].span.place}",)
        message, fix = f"`{name}` is already the name of a constant", "give the table another name"
        reader.complaints.add("E204", message, written.tables[name].span, fix=fix, notes=notes)
    tables = {name: table for name, table in written.tables.items() if name not in written.constants}
    return replace(written, tables=tables)


def _read_overrides(reader: Reader, written: Written, overrides: Mapping[str, str]) -> dict[str, WrittenConstant]:
    given: dict[str, WrittenConstant] = {}
    for name, text in overrides.items():
        source = Source(f"--set {name}", text)
        span = Span(source, 0, len(text))
        declared = written.constants[name].span if name in written.constants else written.unset.get(name)
        if declared is None:
            if name not in reader.broken:
                fix = suggestion(name, [*written.constants, *written.unset], "constants")
                reader.complaints.add("E701", f"there is no constant `{shorten(name)}` to set", None, fix=fix)
            continue
        expr = reader.complaints.attempt(lambda span=span: parse(span))  # type: ignore[misc]
        if expr is not None:
            given[name] = WrittenConstant(name, expr, text, declared)
    return given


@dataclass
class _Settling:
    """One computation of everything, in order."""

    reader: Reader
    written: Written
    own: Mapping[str, Type] = field(default_factory=dict)
    """The types of the spec's own values: a whole number may replace a fraction and stays a number."""
    given: frozenset[str] = frozenset()
    """The constants that are overridden."""

    def run(self) -> Settled:
        symbols = {name: ordinal for name, (_, ordinal) in self.written.symbols.items()}
        values = Values(dict(symbols), {}, self.written.functions)
        result = Settled(values)
        wants = {c.name: needs(c.expr, values.functions) for c in self.written.constants.values()}
        wants |= {t.name: t.needs(values) for t in self.written.tables.values()}
        places = {c.name: c.expr for c in self.written.constants.values()}
        places |= {t.name: Number(0, span=t.span) for t in self.written.tables.values()}
        for name in in_order(self.reader, wants, places):
            if name in self.written.constants:
                self._constant(self.written.constants[name], result)
            else:
                self._table(self.written.tables[name], result)
        order = {name: place for place, name in enumerate([*self.written.constants, *self.written.tables])}
        result.constants.sort(key=lambda constant: order[constant.name])
        result.tables.sort(key=lambda table: order[table.name])
        return result

    def _constant(self, constant: WrittenConstant, result: Settled) -> None:
        kind = self._type(constant, result)
        value = None if kind is None else result.values.value(self.reader, constant.expr)
        if kind is None or value is None:
            self.reader.broken.add(constant.name)
            return
        own = self.own.get(constant.name, UNKNOWN)
        settled = own if own == NUMBER and type_of(value).kind == "int" else _settled(kind, value, constant)
        if constant.name in self.given and not fits(settled, own):
            message = f"`{constant.name}` is {words(own)}, and {shorten(constant.text)} is {words(settled)}"
            self.reader.complaints.add("E702", message, constant.expr.span, fix=f"give {words(own)}")
            self.reader.broken.add(constant.name)
            return
        result.values.names[constant.name] = value
        result.constants.append(Constant(constant.name, settled, value, " ".join(constant.text.split()), constant.span))

    def _type(self, constant: WrittenConstant, result: Settled) -> Type | None:
        """What inference says; None after a complaint."""
        needed = needs(constant.expr, self.written.functions)
        if needed & self.reader.broken:
            return None
        open_tables = {name for name, table in self.written.tables.items() if table.bound is not None}
        for name in sorted(needed & (self.written.variables | open_tables)):
            what = "table that is bound," if name in open_tables else "variable"
            message = f"the constant `{constant.name}` cannot depend on the {what} `{name}`"
            self.reader.complaints.add("E304", message, constant.expr.span)
            return None
        if called_functions(constant.expr) & self.written.functions.keys():
            return UNKNOWN  # types of functions are inferred later, from the types of constants
        names = {c.name: c.type for c in result.constants} | dict.fromkeys(self.reader.broken, UNKNOWN)
        tables = {t.name: (UNKNOWN, len(t.axes)) for t in result.tables}
        found: list[Diagnostic] = []
        kind = infer(constant.expr, Scope(names=names, tables=tables, symbols=self.written.symbols), found)
        self.reader.complaints.found += found
        return None if found else kind

    def _table(self, written: WrittenTable, result: Settled) -> None:
        table = None
        if not written.needs(result.values) & self.reader.broken:
            table = compute_table(self.reader, written, result.values)
        if table is None:
            self.reader.broken.add(written.name)
            return
        if not table.bind:
            result.values.tables[table.name] = table
        result.tables.append(table)


def _settled(kind: Type, value: Value, constant: WrittenConstant) -> Type:
    """Enumerations as inferred, all else by value; `1.0` is a number although its value is whole."""
    if kind.kind == "enum":
        return kind
    written_as_decimal = isinstance(constant.expr, Number) and "." in constant.text and "/" not in constant.text
    return NUMBER if written_as_decimal or isinstance(value, Fraction) else type_of(value)
