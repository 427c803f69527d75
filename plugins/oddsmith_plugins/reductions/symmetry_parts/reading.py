"""Expressions of a process -> their forms: functions and folds written out, cells of arrays told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from oddsmith.plugin import (
    Access,
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
    Process,
    Range,
    Symbol,
    Unary,
    flat_index,
    free_names,
    show,
)
from oddsmith_plugins.reductions.symmetry_parts.forms import Forms

DEEPEST = 40
"""Calls inside calls that are written out; what deeper ones read stays where it is."""
MOST_TERMS = 2000
"""Terms of a fold that are written out."""
Bound = Mapping[str, int]
NONE: Bound = {}
MIRRORED = {">": "<", ">=": "<="}


@dataclass
class Reader:
    """Reads all expressions of one process."""

    process: Process
    forms: Forms = field(default_factory=Forms)
    fixed: set[str] = field(default_factory=set)
    """Parameters that cannot be renamed: which cell is meant, or how often a function calls itself, is not known."""

    def __post_init__(self) -> None:
        process = self.process
        self.names = [param.name for param in process.params]
        self.arrays = {a.name: a for a in process.arrays}
        self.tables = {t.name: t for t in process.tables}
        self.functions = {f.name: f for f in process.functions}
        self.access = Access.of(process)
        self.cells = {name: self.forms.leaf("cell", name) for name in self.names}
        self.calls: dict[tuple[str, tuple[int, ...]], int] = {}
        self.depth = 0

    def __call__(self, expr: Expr, bound: Bound = NONE) -> int:
        forms = self.forms
        match expr:
            case Number(value) | Boolean(value):
                return forms.constant(value)
            case Symbol(_, ordinal):
                return forms.constant(ordinal)
            case Name(name):
                return bound[name] if name in bound else self.cells[name]
            case If():
                return self._choice(expr, bound)
            case Index():
                return self._index(expr, bound)
            case Call(function, arguments):
                parts = tuple(self(argument, bound) for argument in arguments)
                return self._call(function, parts) if function in self.functions else forms.make(function, parts)
            case Unary(operator, operand):
                return forms.make(operator, [self(operand, bound)])
            case Binary():
                return self._binary(expr, bound)
            case Compare():
                return self._comparison(expr, bound)
            case Member():
                return self._member(expr, bound)
            case Fold():
                return self._fold(expr, bound)
        raise AssertionError(f"{show(expr)} stands where no value does")

    def _choice(self, expr: If, bound: Bound) -> int:
        condition = self(expr.condition, bound)
        known = self.forms.value(condition)
        if known is not None:
            return self(expr.yes if known else expr.no, bound)
        return self.forms.make("if", [condition, self(expr.yes, bound), self(expr.no, bound)])

    def _binary(self, expr: Binary, bound: Bound) -> int:
        left, operator = self(expr.left, bound), expr.operator
        if operator in ("and", "or") and self.forms.value(left) is (operator == "or"):
            return left
        right = self(expr.right, bound)
        if operator == "=>":
            return self.forms.make("or", [self.forms.make("not", [left]), right])
        return self.forms.make("=" if operator == "<=>" else operator, [left, right])

    def _comparison(self, expr: Compare, bound: Bound) -> int:
        left, pairs = self(expr.first, bound), []
        for operator, operand in expr.rest:
            right = self(operand, bound)
            pair = (right, left) if operator in MIRRORED else (left, right)
            pairs.append(self.forms.make(MIRRORED.get(operator, operator), pair))
            left = right
        return self.forms.make("and", pairs)

    def _member(self, expr: Member, bound: Bound) -> int:
        element = self(expr.element, bound)
        if not isinstance(expr.domain, Name):
            return self._within(element, expr.domain, bound)
        value, table = self.forms.value(element), self.tables[expr.domain.name]
        if value is None:
            return self.forms.make(f"in {table.name}", [element])
        place = flat_index(table.axes, (int(value),))
        return self.forms.constant(place is not None and table.values[place] is not None)

    def _within(self, element: int, domain: Expr, bound: Bound) -> int:
        if isinstance(domain, Items):
            return self.forms.make("or", [self._within(element, member, bound) for member in domain.members])
        if isinstance(domain, Range):
            low, high = self(domain.low, bound), self(domain.high, bound)
            return self.forms.make(
                "and", [self.forms.make("<=", [low, element]), self.forms.make("<=", [element, high])]
            )
        return self.forms.make("=", [element, self(domain, bound)])

    def _index(self, expr: Index, bound: Bound) -> int:
        indices = [self(index, bound) for index in expr.indices]
        values = [self.forms.value(index) for index in indices]
        known = None if None in values else tuple(int(value or 0) for value in values)
        if expr.name in self.tables:
            table = self.tables[expr.name]
            place = None if known is None else flat_index(table.axes, known)
            value = None if place is None else table.values[place]
            return self.forms.make(f"table {expr.name}", indices) if value is None else self.forms.constant(value)
        array = self.arrays[expr.name]
        place = None if known is None else flat_index(array.axes, known)
        if place is not None:
            return self.cells[self.names[array.first + place]]
        self.fixed |= self.access.place(Index(expr.name, tuple(Name("") for _ in indices)))
        return self.forms.make(f"array {expr.name}", indices)

    def _call(self, function: str, parts: tuple[int, ...]) -> int:
        key = (function, parts)
        if key not in self.calls:
            if self.depth == DEEPEST:
                self.fixed |= self.access.functions[function]
                return self.forms.make(f"call {function}", parts)
            self.depth += 1
            definition = self.functions[function]
            self.calls[key] = self(definition.body, dict(zip(definition.arguments, parts, strict=True)))
            self.depth -= 1
        return self.calls[key]

    def _fold(self, expr: Fold, bound: Bound) -> int:
        combinations = self._combinations(expr, bound)
        if combinations is None:
            self.fixed |= self.access.expression(expr)
            inside = [bound[name] for name in sorted(free_names(expr) & bound.keys())]
            return self.forms.make(f"fold {show(expr)}", inside)
        terms = [self(expr.body, inner) for inner in combinations]
        forms = self.forms
        match expr.kind:
            case "any" | "all":
                return forms.make("or" if expr.kind == "any" else "and", terms)
            case "min" | "max":
                return forms.make(expr.kind, terms)
            case "count":
                one, nothing = forms.constant(1), forms.constant(0)
                return forms.make("+", [forms.make("if", [term, one, nothing]) for term in terms])
        return forms.make("+" if expr.kind == "sum" else "*", terms)

    def _combinations(self, expr: Fold, bound: Bound) -> list[Bound] | None:
        found: list[Bound] = [bound]
        for binder in expr.binders:
            extended: list[Bound] = []
            for chosen in found:
                members = self._members(binder.domain, chosen)
                if members is None or len(extended) + len(members) > MOST_TERMS:
                    return None
                extended += [{**chosen, binder.name: member} for member in members]
            found = extended
        return found

    def _members(self, domain: Expr, bound: Bound) -> list[int] | None:
        """The members of a domain as nodes; None if a range is not constant."""
        if isinstance(domain, Items):
            lists = [self._members(member, bound) for member in domain.members]
            return None if None in lists else [node for members in lists for node in members or ()]
        if not isinstance(domain, Range):
            return [self(domain, bound)]
        low, high = self.forms.value(self(domain.low, bound)), self.forms.value(self(domain.high, bound))
        if low is None or high is None or high - low > MOST_TERMS:
            return None
        return [self.forms.constant(value) for value in range(int(low), int(high) + 1)]
