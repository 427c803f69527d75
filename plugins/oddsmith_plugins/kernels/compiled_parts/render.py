"""Expressions -> exact terms of the dialect (whole numbers, truth values, fractions)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from oddsmith.plugin import (
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
    NotCompilableError,
    Number,
    Range,
    Symbol,
    Unary,
)
from oddsmith_plugins.kernels.compiled_parts import folds, functions, lookups
from oddsmith_plugins.kernels.compiled_parts.conditions import compared, inverted, joined
from oddsmith_plugins.kernels.compiled_parts.layout import read
from oddsmith_plugins.kernels.compiled_parts.program import Program
from oddsmith_plugins.kernels.compiled_parts.terms import (
    NO,
    YES,
    Ratio,
    Term,
    Truth,
    Whole,
    ceiled,
    chosen,
    divided,
    floored,
    minus,
    negative,
    number,
    plus,
    remainder,
    times,
    truth,
    whole,
)


@dataclass(frozen=True)
class Renderer:
    """Renders where `names` are bound (draws, choices, arguments) and the state is `row` with its `words`."""

    program: Program
    row: str = "row"
    words: tuple[str, ...] = ()
    names: Mapping[str, Term] = field(default_factory=dict)
    narrowed: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Bounds of parameters that a guard has proved."""
    depth: str = "0"
    """The depth of calls here."""
    following: Renderer | None = None
    """How the next state is read, in gains."""

    def bind(self, name: str, term: Term) -> Renderer:
        return replace(self, names={**self.names, name: term})

    def whole(self, expr: Expr) -> Whole:
        return whole(self.exact(expr))

    def truth(self, expr: Expr) -> Truth:
        return truth(self.exact(expr))

    def exact(self, expr: Expr) -> Term:
        match expr:
            case Number() | Boolean() | Symbol():
                return literal(expr)
            case Name(name):
                return self.names[name] if name in self.names else self.parameter(name)
            case Index():
                return lookups.indexed(self, expr)
            case Call():
                return self._call(expr)
            case Unary(operator, operand):
                return inverted(self.truth(operand)) if operator == "not" else negative(self.exact(operand))
            case Binary():
                return self._binary(expr)
            case Compare():
                return self._compare(expr)
            case If(condition, yes, no):
                return self._if(self.truth(condition), yes, no)
            case Member():
                return self._member(expr)
            case Fold():
                return folds.folded(self, expr)
        raise NotCompilableError(f"{type(expr).__name__} has no compiled form")

    def _if(self, condition: Truth, yes: Expr, no: Expr) -> Term:
        if condition.known is not None:
            return self.exact(yes if condition.known else no)
        return chosen(condition, self.exact(yes), self.exact(no))

    def parameter(self, name: str) -> Term:
        slot = self.program.slots.get(name)
        if slot is None:
            raise NotCompilableError(f"`{name}` is not defined")
        return self.cell(slot)

    def cell(self, slot: int) -> Term:
        """The parameter with this number; a truth value where it is one."""
        where = self.program.encoding.fields[slot]
        value = read(where, self.words[where.word])
        if slot in self.narrowed:
            low, high = self.narrowed[slot]
            value = number(low) if low == high else replace(value, low=low, high=high)  # type: ignore[assignment]
        if self.program.process.params[slot].type.kind == "bool":
            return truth(value)
        return value

    def _binary(self, expr: Binary) -> Term:
        if expr.operator in ("and", "or"):
            return joined(expr.operator, (self.truth(e) for e in chain(expr)))
        if expr.operator == "=>":
            return joined("or", (inverted(self.truth(expr.left)), self.truth(expr.right)))
        if expr.operator == "<=>":
            return compared(whole(self.truth(expr.left)), "=", whole(self.truth(expr.right)))
        left, right = self.exact(expr.left), self.exact(expr.right)
        match expr.operator:
            case "+":
                return plus(left, right)
            case "-":
                return minus(left, right)
            case "*":
                return times(left, right)
            case "/":
                return divided(left, right)
            case "//":
                return floored(divided(left, right))
            case "%":
                return remainder(left, right)
            case "^":
                return power(left, right)
        raise NotCompilableError(f"the operator {expr.operator} has no compiled form")

    def _compare(self, expr: Compare) -> Truth:
        left = self.exact(expr.first)
        tests = []
        for operator, operand in expr.rest:
            right = self.exact(operand)
            tests.append(compared(left, operator, right))
            left = right
        return joined("and", tests)

    def _member(self, expr: Member) -> Truth:
        element = self.exact(expr.element)
        if isinstance(expr.domain, Name):
            return lookups.has_entry(self, expr.domain.name, element)
        members = expr.domain.members if isinstance(expr.domain, Items) else (expr.domain,)
        return joined("or", (self._matches(element, member) for member in members))

    def _matches(self, element: Term, member: Expr) -> Truth:
        if isinstance(member, Range):
            low, high = self.exact(member.low), self.exact(member.high)
            return joined("and", (compared(low, "<=", element), compared(element, "<=", high)))
        return compared(element, "=", self.exact(member))

    def _call(self, expr: Call) -> Term:
        if expr.function == "next":
            return self._next(expr.arguments[0])
        if expr.function in self.program.functions:
            return functions.called(self, expr)
        terms = [self.exact(argument) for argument in expr.arguments]
        match expr.function:
            case "min":
                return reduce(lambda a, b: extreme("min", a, b), terms)
            case "max":
                return reduce(lambda a, b: extreme("max", a, b), terms)
            case "abs":
                return absolute(terms[0])
            case "floor":
                return floored(terms[0])
            case "ceil":
                return ceiled(terms[0])
            case "mod":
                return remainder(*terms)
            case "pow":
                return power(*terms)
            case "gcd":
                return reduce(common_divisor, terms) if len(terms) > 1 else absolute(terms[0])
        raise NotCompilableError(f"{expr.function} has no exact compiled form")

    def _next(self, target: Expr) -> Term:
        if self.following is None:
            raise NotCompilableError("next(…) stands only in gains")
        if isinstance(target, Index):
            return lookups.array_cell(self, target, self.following)
        assert isinstance(target, Name)
        return self.following.parameter(target.name)


def literal(expr: Number | Boolean | Symbol) -> Term:
    if isinstance(expr, Boolean):
        return YES if expr.value else NO
    return number(expr.value if isinstance(expr, Number) else expr.ordinal)


def chain(expr: Binary) -> Iterable[Expr]:
    """The operands of `a and b and c`, left to right."""
    operands: list[Expr] = []
    node: Expr = expr
    while isinstance(node, Binary) and node.operator == expr.operator:
        operands.append(node.right)
        node = node.left
    return [node, *reversed(operands)]


def extreme(name: str, left: Term, right: Term) -> Term:
    """min or max of two."""
    if isinstance(left, Ratio) or isinstance(right, Ratio):
        return chosen(compared(left, "<=" if name == "min" else ">=", right), left, right)
    a, b = whole(left), whole(right)
    best = min if name == "min" else max
    low, high = best(a.low, b.low), best(a.high, b.high)
    for one, other in ((a, b), (b, a)) if a.safe and b.safe else ():
        if (name == "min" and one.high <= other.low) or (name == "max" and one.low >= other.high):
            return one
    return Whole(f"{name}({a.text}, {b.text})", low, high)


def absolute(term: Term) -> Term:
    if isinstance(term, Ratio):
        return divided(absolute(term.top), absolute(term.bottom))
    value = whole(term)
    if value.low >= 0:
        return value
    low = 0 if value.high >= 0 else -value.high
    high = max(-value.low, value.high)
    return Whole(f"abs({value.text})", low, high)


def power(base: Term, exponent: Term) -> Term:
    """Whole exponents; small constant ones are multiplied out."""
    times_ = whole(exponent)
    if times_.known is not None and -8 <= times_.known <= 8:
        result = reduce(times, [base] * abs(times_.known), number(1))
        return divided(number(1), result) if times_.known < 0 else result
    if times_.low < 0:
        zero = number(0)
        return divided(power(base, extreme("max", times_, zero)), power(base, extreme("max", negative(times_), zero)))
    if isinstance(base, Ratio):
        return divided(power(base.top, exponent), power(base.bottom, exponent))
    a = whole(base)
    if a.known is not None and times_.known is not None:
        return number(a.known**times_.known)
    most = max(abs(a.low), abs(a.high)) ** min(times_.high, 64)
    low = 0 if a.low >= 0 else -most
    clipped = (max(low, -(1 << 63)), min(most, (1 << 63) - 1))
    return Whole(f"power({a.text}, {times_.text}, book)", *clipped)


def common_divisor(left: Term, right: Term) -> Term:
    a, b = whole(left), whole(right)
    high = max(abs(a.low), abs(a.high), abs(b.low), abs(b.high))
    return Whole(f"common_divisor({a.text}, {b.text})", 0, min(high, (1 << 63) - 1))
