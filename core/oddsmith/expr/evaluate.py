"""Expression -> value: nested closures over a tuple of values, exact; the oracle for all kernels.

A compiled expression is a function of one tuple: the state, then the values of the binders (draws, choices), then,
if asked for, the next state. Folds and calls append to the tuple, so nothing is ever changed in place.
Truth values in the tuple may be 0 and 1; enumeration values are their numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from oddsmith.expr.closures import Closure, State, arithmetic, comparison, conjunction, constant, disjunction, located
from oddsmith.expr.folds import fold
from oddsmith.expr.layout import FunctionShape, Layout
from oddsmith.expr.lookup import array_cell, membership, table_entry
from oddsmith.expr.nodes import (
    Binary,
    Boolean,
    Call,
    Compare,
    Expr,
    Fold,
    If,
    Index,
    Items,
    Member,
    Name,
    Number,
    Range,
    Symbol,
    Unary,
)
from oddsmith.expr.values import BUILT_IN, EvaluationError, Value

STACK: Final = 12_000
"""Python frames that evaluation may take: 200 nested calls of functions with deep bodies."""


def compile_expr(expr: Expr, layout: Layout, binders: Sequence[str] = (), with_next: bool = False) -> Closure:
    """A function from tuples (state, binders, next state if `with_next`) to the value of the expression.

    Array indices inside `next(…)` are read in the old state. The function raises EvaluationError.
    """
    return Compiler(layout).compile(expr, binders, with_next)


def evaluate(expr: Expr, names: Mapping[str, Value] | None = None, layout: Layout | None = None) -> Value:
    """The value where `names` have these values; tables and functions may come from a layout without parameters."""
    given = names or {}
    known = layout or Layout()
    slots = {name: position for position, name in enumerate(given)}
    whole = Layout(slots, len(slots), {}, known.tables, known.functions, known.call_depth)
    value: Value = compile_expr(expr, whole)(tuple(given.values()))
    return value


class Compiler:
    """Compiles many expressions over one layout; functions are compiled once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.functions: dict[str, Closure] = {}

    def compile(self, expr: Expr, binders: Sequence[str] = (), with_next: bool = False) -> Closure:
        size = self.layout.size
        slots = dict(self.layout.slots)
        slots.update((name, size + place) for place, name in enumerate(binders))
        width = size + len(binders)
        frame = _Frame(self, slots, width + (size if with_next else 0), width if with_next else None, None)
        return frame.compile(expr)

    def function(self, name: str) -> Closure:
        """The body as a function of (state, depth, arguments)."""
        if name not in self.functions:
            if sys.getrecursionlimit() < STACK:
                sys.setrecursionlimit(STACK)
            function = self.layout.functions[name]
            size = self.layout.size
            slots = dict(self.layout.slots)
            slots.update((argument, size + 1 + place) for place, argument in enumerate(function.arguments))
            self.functions[name] = _late(self.functions, name)  # recursive calls find the body when it is there
            frame = _Frame(self, slots, size + 1 + len(function.arguments), None, size)
            self.functions[name] = frame.compile(function.body)
        return self.functions[name]


def _late(functions: Mapping[str, Closure], name: str) -> Closure:
    def call(state: State) -> Any:
        return functions[name](state)

    return call


class _Frame:
    """Compiles expressions where `slots` says where names stand in a tuple of `width` values.

    `next_offset`: how far the next state stands behind the state; `depth_slot`: where the depth of calls stands.
    """

    def __init__(
        self, owner: Compiler, slots: Mapping[str, int], width: int, next_offset: int | None, depth_slot: int | None
    ) -> None:
        self.owner, self.slots, self.width = owner, slots, width
        self.next_offset, self.depth_slot = next_offset, depth_slot

    def bind(self, name: str) -> _Frame:
        """The frame with one more value behind the others."""
        slots = {**self.slots, name: self.width}
        return _Frame(self.owner, slots, self.width + 1, self.next_offset, self.depth_slot)

    def compile(self, expr: Expr) -> Closure:
        match expr:
            case Number() | Boolean():
                return constant(expr.value)
            case Symbol():
                return constant(expr.ordinal)
            case Name():
                return self._name(expr, 0)
            case Index():
                return self._index(expr, 0)
            case Call():
                return self._call(expr)
            case Unary():
                return _unary(expr.operator, self.compile(expr.operand))
            case Binary():
                return self._binary(expr)
            case Compare():
                operands = [self.compile(operand) for _, operand in expr.rest]
                return comparison(self.compile(expr.first), [operator for operator, _ in expr.rest], operands)
            case If():
                return _choice(self.compile(expr.condition), self.compile(expr.yes), self.compile(expr.no))
            case Member():
                return self._member(expr)
            case Fold():
                return self._fold(expr)
        raise EvaluationError("E301", f"{type(expr).__name__} has no value", expr.span)

    def _name(self, expr: Name, offset: int) -> Closure:
        slot = self.slots.get(expr.name)
        if slot is None or (offset and slot >= self.owner.layout.size):
            raise EvaluationError("E201", f"`{expr.name}` has no value here", expr.span)
        return itemgetter(slot + offset)

    def _index(self, expr: Index, offset: int) -> Closure:
        layout = self.owner.layout
        indices = [self.compile(index) for index in expr.indices]
        if (array := layout.arrays.get(expr.name)) is not None:
            return array_cell(expr, array.axes, array.first + offset, indices)
        if (table := layout.tables.get(expr.name)) is not None:
            return table_entry(expr, table, indices)
        raise EvaluationError("E201", f"there is no array or table `{expr.name}`", expr.span)

    def _call(self, expr: Call) -> Closure:
        if expr.function == "next":
            return self._next(expr)
        arguments = tuple(self.compile(argument) for argument in expr.arguments)
        function = self.owner.layout.functions.get(expr.function)
        if function is not None:
            return self._call_function(expr, function, arguments)
        if expr.function not in BUILT_IN:
            raise EvaluationError("E201", f"there is no function `{expr.function}`", expr.span)
        return located(_apply(BUILT_IN[expr.function], arguments), expr.span)

    def _next(self, expr: Call) -> Closure:
        argument = expr.arguments[0] if len(expr.arguments) == 1 else None
        if self.next_offset is None or not isinstance(argument, Name | Index):
            raise EvaluationError("E307", "`next(variable)` stands only in gains", expr.span)
        if isinstance(argument, Name):
            return self._name(argument, self.next_offset)
        return self._index(argument, self.next_offset)

    def _call_function(self, expr: Call, function: FunctionShape, arguments: tuple[Closure, ...]) -> Closure:
        if len(arguments) != len(function.arguments):
            raise EvaluationError("E303", f"`{expr.function}` takes {len(function.arguments)} arguments", expr.span)
        body, size = self.owner.function(expr.function), self.owner.layout.size
        deepest, depth_slot = self.owner.layout.call_depth, self.depth_slot
        message = f"`{expr.function}` calls itself more than {deepest} deep"

        def call(state: State) -> Any:
            depth = 1 if depth_slot is None else state[depth_slot] + 1
            if depth > deepest:
                raise EvaluationError("E608", message, expr.span)
            return body((*state[:size], depth, *[argument(state) for argument in arguments]))

        def outermost(state: State) -> Any:
            try:
                return call(state)
            except RecursionError:
                raise EvaluationError("E608", message, expr.span) from None

        return outermost if depth_slot is None else call

    def _binary(self, expr: Binary) -> Closure:
        if expr.operator in ("and", "or"):
            operands = [self.compile(operand) for operand in _chain(expr)]
            return conjunction(operands) if expr.operator == "and" else disjunction(operands)
        left, right = self.compile(expr.left), self.compile(expr.right)
        if expr.operator == "=>":
            return lambda state: not left(state) or bool(right(state))
        if expr.operator == "<=>":
            return lambda state: bool(left(state)) == bool(right(state))
        return located(arithmetic(expr.operator, left, right), expr.span)

    def _member(self, expr: Member) -> Closure:
        element = self.compile(expr.element)
        if isinstance(expr.domain, Name):
            table = self.owner.layout.tables.get(expr.domain.name)
            if table is None:
                raise EvaluationError("E201", f"there is no table `{expr.domain.name}`", expr.domain.span)
            return membership(element, table)
        members = expr.domain.members if isinstance(expr.domain, Items) else (expr.domain,)
        tests: list[Closure] = []
        for member in members:
            if isinstance(member, Range):
                low, high = self.compile(member.low), self.compile(member.high)
                tests.append(comparison(low, ["<=", "<="], [element, high]))
            else:
                tests.append(comparison(element, ["="], [self.compile(member)]))
        return disjunction(tests)

    def _fold(self, expr: Fold) -> Closure:
        frame = self
        domains: list[list[tuple[Closure, Closure | None]]] = []
        for binder in expr.binders:
            members = binder.domain.members if isinstance(binder.domain, Items) else (binder.domain,)
            domains.append([frame._bounds(member) for member in members])
            frame = frame.bind(binder.name)
        return fold(expr, domains, frame.compile(expr.body))

    def _bounds(self, member: Expr) -> tuple[Closure, Closure | None]:
        if isinstance(member, Range):
            return self.compile(member.low), self.compile(member.high)
        return self.compile(member), None


def _chain(expr: Binary) -> list[Expr]:
    """The operands of `a and b and c`, left to right."""
    operands: list[Expr] = []
    node: Expr = expr
    while isinstance(node, Binary) and node.operator == expr.operator:
        operands.append(node.right)
        node = node.left
    return [node, *reversed(operands)]


def _unary(operator: str, operand: Closure) -> Closure:
    if operator == "not":
        return lambda state: not operand(state)
    return lambda state: -operand(state)


def _choice(condition: Closure, yes: Closure, no: Closure) -> Closure:
    return lambda state: yes(state) if condition(state) else no(state)


def _apply(function: Callable[..., Value], arguments: tuple[Closure, ...]) -> Closure:
    if len(arguments) == 1:
        only = arguments[0]
        return lambda state: function(only(state))
    if len(arguments) == 2:
        first, second = arguments
        return lambda state: function(first(state), second(state))
    return lambda state: function(*[argument(state) for argument in arguments])
