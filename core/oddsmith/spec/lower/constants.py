"""Expressions that must be constant -> their values, or a complaint that names what is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from oddsmith.expr.evaluate import evaluate
from oddsmith.expr.layout import Layout
from oddsmith.expr.nodes import Boolean, Call, Expr, Number, Symbol
from oddsmith.expr.show import show
from oddsmith.expr.simplify import simplify
from oddsmith.expr.substitute import called_functions, free_names, transform
from oddsmith.expr.types import Type
from oddsmith.expr.values import BUILT_IN, EvaluationError, Value
from oddsmith.process.process import Function, Table
from oddsmith.source import Diagnostic, SpecError
from oddsmith.spec.lower.scope import Scope

CODES = {"E201": "E304", "E605": "E306", "E608": "E308", "E607": "E304", "E612": "E305"}
"""A mistake of evaluation, as it is called when it happens before anything is explored."""


@dataclass(frozen=True)
class Constants:
    """Evaluates constant expressions, and the constant parts of all others."""

    layout: Layout = field(default_factory=Layout)
    """Tables (but those whose values may be bound anew) and functions."""
    stateless: Mapping[str, Type] = field(default_factory=dict)
    """Functions that read nothing of the state, with the types of their results."""

    @classmethod
    def of(cls, tables: Iterable[Table], functions: Iterable[Function]) -> Constants:
        known = {f.name: f for f in functions}
        layout = Layout(tables={t.name: t for t in tables if not t.bind}, functions=known)
        return cls(layout, {name: known[name].result for name in _stateless(layout)})

    def simplified(self, expr: Expr, scope: Scope) -> Expr:
        """What is left of an expression after everything constant in it is calculated."""
        if isinstance(expr, Number | Boolean | Symbol):
            return expr
        resolved = scope.resolve(expr)
        if self.stateless and not self.stateless.keys().isdisjoint(called_functions(resolved)):
            resolved = transform(resolved, self._called)
        return simplify(resolved, tables=self.layout.tables)

    def _called(self, expr: Expr) -> Expr:
        """The value of a call whose arguments are constant; where it has none, exploring will complain."""
        if not isinstance(expr, Call) or expr.function not in self.stateless:
            return expr
        others = called_functions(expr) - BUILT_IN.keys()
        if free_names(expr) - self.layout.tables.keys() or others - self.stateless.keys():
            return expr
        try:
            value = evaluate(expr, layout=self.layout)
        except EvaluationError:
            return expr
        return replace(as_expression(self.stateless[expr.function], value), span=expr.span)

    def value(self, expr: Expr, scope: Scope) -> Value:
        """Any value: a number, a truth value, the number of an enumeration's value."""
        if isinstance(expr, Number):
            return expr.value
        resolved = scope.resolve(expr)
        try:
            return evaluate(resolved, layout=self.layout)
        except EvaluationError as error:
            code = CODES.get(error.code, error.code)
            span = error.span or expr.span
            message = f"this must be constant: {error.message}" if code == "E304" else error.message
            fix = "use numbers and constants only" if code == "E304" else ""
            raise SpecError([Diagnostic(code, message, span, fix=fix)]) from None

    def number(self, expr: Expr, scope: Scope) -> int:
        """The stored value: truth values are 0 and 1."""
        value = self.value(expr, scope)
        if isinstance(value, Fraction):
            message = f"{show(expr)} is {value}, not a whole number"
            raise SpecError([Diagnostic("E302", message, expr.span, fix="use `//`, `floor` or `ceil`")])
        return int(value)

    def whole(self, expr: Expr, scope: Scope) -> int:
        """A whole number that is no truth value."""
        value = self.value(expr, scope)
        if isinstance(value, bool):
            raise SpecError([Diagnostic("E302", f"{show(expr)} is a condition, not a number", expr.span)])
        return self.number(expr, scope)

    def holds(self, expr: Expr, scope: Scope) -> bool:
        """Whether a constant condition is true."""
        value = self.value(expr, scope)
        if not isinstance(value, bool):
            raise SpecError([Diagnostic("E302", f"{show(expr)} is {value}, not true or false", expr.span)])
        return value

    def literal(self, expr: Expr, scope: Scope) -> Expr:
        """The value as an expression; an enumeration's value stays one."""
        resolved = scope.resolve(expr)
        if isinstance(resolved, Number | Boolean | Symbol):
            return resolved
        value = self.value(expr, scope)
        return Boolean(value) if isinstance(value, bool) else Number(value)


def _stateless(layout: Layout) -> frozenset[str]:
    """The functions that read only their arguments and tables, and call only such functions."""
    found = {
        name for name, f in layout.functions.items() if free_names(f.body) <= {*f.arguments, *layout.tables.keys()}
    }
    while True:
        wrong = {n for n in found if called_functions(layout.functions[n].body) - BUILT_IN.keys() - found}
        if not wrong:
            return frozenset(found)
        found -= wrong


def ordinal(value: Expr) -> int:
    """The stored number of a literal."""
    match value:
        case Number(int(number)):
            return number
        case Symbol(_, place):
            return place
        case Boolean(truth):
            return int(truth)
    raise SpecError([Diagnostic("E302", f"{show(value)} is not a whole number", value.span)])


def as_expression(kind: Type, value: int | Fraction | bool) -> Expr:
    """A constant of this type as an expression."""
    if kind.kind == "bool":
        return Boolean(bool(value))
    if kind.kind == "enum":
        return Symbol(kind.values[int(value)], int(value))
    return Number(value)
