"""An expression over other parameters -> its possible values, each with the condition under which it has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import TRUE, Binary, Compare, Expr, If, Member, Name, Number, Unary
from oddsmith.expr.show import show
from oddsmith.expr.simplify import simplify_node
from oddsmith.expr.substitute import map_children, walk
from oddsmith.expr.values import EvaluationError, Value
from oddsmith.process.access import Access
from oddsmith.process.process import Process
from oddsmith.process.rounds.specialise import Specialiser, joined, negated
from oddsmith.process.rounds.structure import NoRoundsError

Leaf = tuple[Expr, Value]
"""A condition and the value that holds under it."""
MOST_COMBINATIONS = 200_000
MOST_VALUES = 256


class Leaves:
    """Splits expressions; `values` are those that each parameter may hold, as far as known."""

    def __init__(self, process: Process, specialise: Specialiser, values: Mapping[str, set[int]]) -> None:
        self.specialise, self.values = specialise, values
        self.access = Access.of(process)
        self.places = {p.name: place for place, p in enumerate(process.params)}
        self.truths = {p.name for p in process.params if p.type.kind == "bool"}
        self.blank = [p.init for p in process.params]
        self.looked_up = False
        """Whether a result depended on the values that a parameter may hold."""

    def __call__(self, expr: Expr) -> list[Leaf]:
        """All leaves; their conditions exclude each other and leave nothing out."""
        value = value_of(expr)
        if value is not None:
            return [(TRUE, value)]
        choice = next((node for node in walk(expr) if isinstance(node, If)), None)
        if choice is not None:
            yes, no = (self(self._resolved(expr, choice, side)) for side in (choice.yes, choice.no))
            refusal = negated(choice.condition)
            return _under(choice.condition, yes) + _under(refusal, no)
        if self._is_condition(expr):
            return [(expr, True), (negated(expr), False)]
        return [(simplify_node(Compare(expr, (("=", Number(v)),)), {}), v) for v in self._possible(expr)]

    def _resolved(self, expr: Expr, choice: If, side: Expr) -> Expr:
        if expr == choice:
            return side
        return simplify_node(map_children(expr, lambda child: self._resolved(child, choice, side)), {})

    def _is_condition(self, expr: Expr) -> bool:
        match expr:
            case Compare() | Member() | Unary(operator="not"):
                return True
            case Binary(operator="and" | "or" | "=>" | "<=>"):
                return True
            case Name(name):
                return name in self.truths
        return False

    def _possible(self, expr: Expr) -> list[int]:
        """Every value of the expression over the box."""
        self.looked_up = True
        names = sorted(self.access.expression(expr))
        if prod(len(self.values[name]) for name in names) > MOST_COMBINATIONS:
            raise NoRoundsError(f"`{show(expr)}` depends on too many other parameters")
        closure: Callable[..., Value] = self.specialise.compiler.compile(expr)
        state = list(self.blank)
        found: set[int] = set()
        for chosen in product(*(sorted(self.values[name]) for name in names)):
            for name, value in zip(names, chosen, strict=True):
                state[self.places[name]] = value
            try:
                result = closure(tuple(state))
            except EvaluationError as error:
                raise NoRoundsError(f"`{show(expr)}` has no value somewhere: {error.message}") from None
            if result != int(result):
                raise NoRoundsError(f"`{show(expr)}` is not always a whole number")
            found.add(int(result))
        if len(found) > MOST_VALUES:
            raise NoRoundsError(f"`{show(expr)}` has too many values")
        return sorted(found)


def _under(condition: Expr, leaves: list[Leaf]) -> list[Leaf]:
    found = [(joined("and", (condition, more)), value) for more, value in leaves]
    return [(both, value) for both, value in found if value_of(both) is not False]
