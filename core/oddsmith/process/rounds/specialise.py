"""An expression, and the values of some parameters -> what is left of it: everything known is calculated.

Functions are written out with the arguments they are called with, folds over known ranges too. What is left reads the
other parameters only, by the names of their cells, and conjunctions and disjunctions have their operands in a fixed
order without repetitions, so that equal conditions look alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from oddsmith.expr.constants import literal, value_of
from oddsmith.expr.evaluate import Compiler
from oddsmith.expr.logic import simplify_not
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
    Unary,
)
from oddsmith.expr.show import show
from oddsmith.expr.simplify import simplify_node
from oddsmith.expr.substitute import map_children
from oddsmith.expr.unroll import EMPTY, JOINED
from oddsmith.expr.values import EvaluationError, Value
from oddsmith.process.access import Access, cell_name, cells_of
from oddsmith.process.layout import layout_of
from oddsmith.process.process import Process
from oddsmith.process.rounds.structure import NoRoundsError

DEEPEST = 60
"""Calls inside calls that are written out; deeper ones depend on parameters in a way that is no use here."""
Bound = Mapping[str, Expr]
NONE: Bound = {}


@dataclass
class Specialiser:
    """Specialises many expressions of one process; calls are remembered."""

    process: Process
    known: Mapping[str, Expr] = field(default_factory=dict)
    """Values of parameters, as constants."""
    assumed: dict[Expr, bool] = field(default_factory=dict)
    """Conditions taken for granted, in the form that they have when specialised."""

    def __post_init__(self) -> None:
        process = self.process
        self.functions = {f.name: f for f in process.functions}
        self.arrays = {a.name: a for a in process.arrays}
        self.tables = {t.name: t for t in process.tables}
        self.reads = Access.of(process).functions
        self.compiler = Compiler(layout_of(process))
        self.blank = tuple(p.init for p in process.params)
        self.calls: dict[tuple[object, ...], Expr] = {}
        self.depth = 0

    def at(self, known: Mapping[str, int]) -> Specialiser:
        """Know other values from now on."""
        self.known = self.constants(known)
        self.assumed = {}
        return self

    def constants(self, known: Mapping[str, int]) -> dict[str, Expr]:
        """Values of parameters as expressions."""
        kinds = {p.name: p.type.kind for p in self.process.params}
        return {n: Boolean(bool(v)) if kinds[n] == "bool" else Number(v) for n, v in known.items()}

    def assuming(self, condition: Expr, holds: bool) -> None:
        self.assumed[condition] = holds

    def __call__(self, expr: Expr, bound: Bound = NONE) -> Expr:
        left = self._visit(expr, bound)
        if self.assumed and left in self.assumed:
            return Boolean(self.assumed[left])
        return left

    def _visit(self, expr: Expr, bound: Bound) -> Expr:
        match expr:
            case Number() | Boolean():
                return expr
            case Name(name):
                return bound.get(name) or self.known.get(name) or expr
            case If():
                return self._choice(expr, bound)
            case Binary(operator="and" | "or"):
                return self._junction(expr, bound)
            case Index(name, indices) if name in self.arrays:
                return self._cell(expr, tuple(self(i, bound) for i in indices))
            case Call(function, arguments) if function in self.functions:
                return self._call(function, tuple(self(a, bound) for a in arguments))
            case Call(function="next"):
                raise NoRoundsError("a gain depends on the next state")
            case Fold():
                return self._fold(expr, bound)
            case Member(element, Name(table)):
                return self._entry(self(element, bound), table)
            case Unary(operator="not"):
                return negated(self(expr.operand, bound))
        return oriented(simplify_node(map_children(expr, lambda child: self(child, bound)), self.tables))

    def _choice(self, expr: If, bound: Bound) -> Expr:
        condition = self(expr.condition, bound)
        decided = value_of(condition)
        if decided is not None:
            return self(expr.yes if decided else expr.no, bound)
        return simplify_node(If(condition, self(expr.yes, bound), self(expr.no, bound)), self.tables)

    def _junction(self, expr: Binary, bound: Bound) -> Expr:
        absorbing = expr.operator == "or"
        left = self(expr.left, bound)
        if value_of(left) is absorbing:
            return left
        return joined(expr.operator, (left, self(expr.right, bound)))

    def _cell(self, expr: Index, indices: tuple[Expr, ...]) -> Expr:
        places = [value_of(index) for index in indices]
        if any(place is None for place in places):
            if self.known.keys() & set(cells_of(self.arrays[expr.name])):
                raise NoRoundsError(f"which cell of {expr.name} is meant in `{show(expr)}` depends on the state")
            return Index(expr.name, indices)
        name = cell_name(expr.name, [int(place) for place in places if place is not None])
        return self.known.get(name) or Name(name)

    def _call(self, function: str, arguments: tuple[Expr, ...]) -> Expr:
        reads = self.reads[function]
        values = [value_of(a) for a in arguments]
        here = tuple(sorted((n, self.known[n]) for n in reads & self.known.keys()))
        key = (function, arguments, here, tuple(self.assumed.items()))
        if key not in self.calls:
            if not reads and None not in values:
                self.calls[key] = literal(self._value(function, arguments))
            else:
                self.calls[key] = self._written_out(function, arguments)
        return self.calls[key]

    def _value(self, function: str, arguments: tuple[Expr, ...]) -> Value:
        try:
            value: Value = self.compiler.compile(Call(function, arguments))(self.blank)
        except EvaluationError as error:
            raise NoRoundsError(
                f"{function}({', '.join(map(show, arguments))}) has no value: {error.message}"
            ) from None
        return value

    def _written_out(self, function: str, arguments: tuple[Expr, ...]) -> Expr:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NoRoundsError(f"how deep {function} calls itself depends on the state")
        body = self(
            self.functions[function].body, dict(zip(self.functions[function].arguments, arguments, strict=True))
        )
        self.depth -= 1
        return body

    def _entry(self, element: Expr, table: str) -> Expr:
        value = value_of(element)
        if value is None:
            return Member(element, Name(table))
        ((low, _),) = self.tables[table].axes
        entries = self.tables[table].values
        return Boolean(0 <= value - low < len(entries) and entries[int(value - low)] is not None)

    def _fold(self, expr: Fold, bound: Bound) -> Expr:
        terms = [self(expr.body, inner) for inner in self._combinations(expr, bound)]
        if not terms:
            return EMPTY[expr.kind]
        if expr.kind in ("any", "all"):
            return joined(JOINED[expr.kind], tuple(terms))
        if expr.kind in ("min", "max"):
            return simplify_node(Call(expr.kind, tuple(terms)), self.tables)
        if expr.kind == "count":
            terms = [simplify_node(If(t, Number(1), Number(0)), {}) if value_of(t) is None else Number(int(t == TRUE))
                     for t in terms]  # fmt: skip
        total = terms[0]
        for term in terms[1:]:
            total = simplify_node(Binary(JOINED[expr.kind], total, term), self.tables)
        return total

    def _combinations(self, expr: Fold, bound: Bound) -> list[Bound]:
        found: list[Bound] = [bound]
        for binder in expr.binders:
            found = [
                {**chosen, binder.name: Number(value)}
                for chosen in found
                for value in self._members(binder.domain, chosen)
            ]
        return found

    def _members(self, domain: Expr, bound: Bound) -> list[int]:
        if isinstance(domain, Items):
            return [value for member in domain.members for value in self._members(member, bound)]
        if isinstance(domain, Range):
            low, high = value_of(self(domain.low, bound)), value_of(self(domain.high, bound))
        else:
            low = high = value_of(self(domain, bound))
        if low is None or high is None:
            raise NoRoundsError(f"the range `{show(domain)}` depends on the state")
        return list(range(int(low), int(high) + 1))


TRUE = Boolean(True)
REMEMBERED = 1 << 16
"""Results of the functions below that are kept: the same few conditions come up in every row of a game."""

_shown = lru_cache(REMEMBERED)(show)


@lru_cache(REMEMBERED)
def joined(operator: str, operands: tuple[Expr, ...]) -> Expr:
    """`and` or `or` over all operands in a fixed order, each once."""
    absorbing = operator == "or"
    parts: dict[Expr, None] = {}
    for operand in operands:
        for part in flat(operator, operand):
            if isinstance(part, Boolean):
                if part.value is absorbing:
                    return part
            else:
                parts[part] = None
    if any(negated(part) in parts for part in parts):
        return Boolean(absorbing)
    ordered = sorted(parts, key=_shown)
    if not ordered:
        return Boolean(not absorbing)
    result = ordered[0]
    for part in ordered[1:]:
        result = Binary(operator, result, part)
    return result


MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def oriented(expr: Expr) -> Expr:
    """A comparison of two with what is known, or else comes later in the alphabet, on the right."""
    if isinstance(expr, Compare) and len(expr.rest) == 1:
        left, (operator, right) = expr.first, expr.rest[0]
        if (value_of(left) is not None, _shown(left)) > (value_of(right) is not None, _shown(right)):
            return Compare(right, ((MIRRORED[operator], left),))
    return expr


def flat(operator: str, expr: Expr) -> list[Expr]:
    """The operands of nested `and`s or `or`s."""
    if isinstance(expr, Binary) and expr.operator == operator:
        return flat(operator, expr.left) + flat(operator, expr.right)
    return [expr]


@lru_cache(REMEMBERED)
def negated(expr: Expr) -> Expr:
    """The opposite of a condition, pushed inwards."""
    if isinstance(expr, Binary) and expr.operator in ("and", "or"):
        other = "or" if expr.operator == "and" else "and"
        return joined(other, tuple(negated(part) for part in flat(expr.operator, expr)))
    return simplify_not(Unary("not", expr))
