"""`constants:` and overrides -> values, computed from one another in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from oddsmith.expr.evaluate import evaluate
from oddsmith.expr.layout import FunctionShape, Layout, TableShape
from oddsmith.expr.nodes import Expr, Number
from oddsmith.expr.substitute import called_functions, free_names
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.expr.values import EvaluationError, Value
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Node

CODES = {"E201": "E304", "E605": "E306", "E607": "E304", "E608": "E308", "E611": "E304", "E612": "E305"}
"""What evaluation complains about, as it is called before anything is explored."""


@dataclass
class Values:
    """What constant expressions may read: constants, values of enumerations, tables and functions."""

    names: dict[str, Value] = field(default_factory=dict)
    tables: dict[str, TableShape] = field(default_factory=dict)
    functions: Mapping[str, FunctionShape] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    """Names that are declared and have no value because of a mistake elsewhere."""

    def read(self, reader: Reader, node: Node, code: str = "E304") -> Value | None:
        """The value of a constant expression; a complaint (`code`, E306 …) if it has none."""
        expr = reader.expression(node)
        return None if expr is None else self.value(reader, expr, code)

    def value(self, reader: Reader, expr: Expr, not_constant: str = "E304") -> Value | None:
        needed = needs(expr, self.functions)
        if needed & (self.unknown | reader.broken):
            return None
        try:
            return self.plain(expr, needed)
        except EvaluationError as error:
            code = CODES.get(error.code, error.code)
            message = f"this must be constant: {error.message}" if code == "E304" else error.message
            reader.complaints.add(not_constant if code == "E304" else code, message, error.span or expr.span)
            return None

    def plain(self, expr: Expr, needed: Iterable[str] | None = None) -> Value:
        """The value, or EvaluationError."""
        if isinstance(expr, Number):
            return expr.value
        names = needs(expr, self.functions) if needed is None else needed
        known = {name: self.names[name] for name in names if name in self.names}
        try:
            return evaluate(expr, known, Layout(tables=self.tables, functions=self.functions))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise EvaluationError("E302", f"the types do not fit: {error}", expr.span) from None


def needs(expr: Expr, functions: Mapping[str, FunctionShape]) -> frozenset[str]:
    """The names that an expression reads, itself or through the functions it calls."""
    found = set(free_names(expr))
    waiting = list(called_functions(expr))
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in functions and name not in seen:
            seen.add(name)
            found |= free_names(functions[name].body) - set(functions[name].arguments)
            waiting += called_functions(functions[name].body)
    return frozenset(found)


def in_order(reader: Reader, wants: Mapping[str, frozenset[str]], spans: Mapping[str, Expr]) -> list[str]:
    """Names after all names that they need; those on a cycle are left out, with a complaint (E205)."""
    remaining = {name: needed & wants.keys() for name, needed in wants.items()}
    while True:
        try:
            return list(TopologicalSorter(remaining).static_order())
        except CycleError as error:
            cycle = error.args[1]
            loop = " -> ".join(f"`{name}`" for name in reversed(cycle))
            message = f"`{cycle[0]}` is computed from itself: {loop}"
            reader.complaints.add("E205", message, spans[cycle[0]].span, fix="give one of them a value of its own")
            for name in cycle:
                reader.broken.add(name)
                remaining.pop(name, None)
            remaining = {name: needed - set(cycle) for name, needed in remaining.items()}


def type_of(value: Value) -> Type:
    """The type of a computed value."""
    if isinstance(value, bool):
        return BOOL
    return INT if isinstance(value, int) else NUMBER
