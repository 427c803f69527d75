"""The forms of an expression: frozen nodes that compare by meaning, not by place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from oddsmith.source import Span


@dataclass(frozen=True)
class Expr:
    """Anything that has a value in a state."""

    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)

    def children(self) -> Iterator[Expr]:
        """The direct subexpressions, left to right."""
        names: tuple[str, ...] = self.__match_args__
        for name in names:
            yield from _expressions(getattr(self, name))


def _expressions(value: object) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _expressions(item)


@dataclass(frozen=True)
class Number(Expr):
    """An exact number; `Fraction(3)` is normalised to an integer value by the parser."""

    value: int | Fraction


@dataclass(frozen=True)
class Boolean(Expr):
    value: bool


@dataclass(frozen=True)
class Symbol(Expr):
    """A value of an enumeration; its number is its place among the enumeration's values."""

    name: str
    ordinal: int


@dataclass(frozen=True)
class Name(Expr):
    """A variable, constant, argument, or bound name."""

    name: str


@dataclass(frozen=True)
class Index(Expr):
    """`array[i]`, `array[i, j]`, `table[i]`."""

    name: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True)
class Call(Expr):
    """A built-in function (`min`, `floor`, …), the user's function, or `next(variable)`."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True)
class Unary(Expr):
    """`-x` and `not x`."""

    operator: str
    operand: Expr


@dataclass(frozen=True)
class Binary(Expr):
    """`+ - * / // % ^ and or => <=>`."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Compare(Expr):
    """A chain `first op e1 op e2 …`; operators are `= != < <= > >=`."""

    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True)
class If(Expr):
    """`if condition then yes else no`; only the chosen side is evaluated."""

    condition: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True)
class Range(Expr):
    """`low..high`, both ends included; only behind `in` and in binders."""

    low: Expr
    high: Expr


@dataclass(frozen=True)
class Items(Expr):
    """`{a, b, c}`; members may be expressions and ranges; only behind `in` and in binders."""

    members: tuple[Expr, ...]


@dataclass(frozen=True)
class Member(Expr):
    """`element in domain`; a Name as domain is a table: true where it has an entry."""

    element: Expr
    domain: Range | Items | Name


@dataclass(frozen=True)
class Binder(Expr):
    """`name in domain` at the head of a fold."""

    name: str
    domain: Range | Items


@dataclass(frozen=True)
class Fold(Expr):
    """`kind(i in 1..N, j in …: body)`, kind one of sum prod min max count any all."""

    kind: str
    binders: tuple[Binder, ...]
    body: Expr


TRUE = Boolean(True)
FALSE = Boolean(False)
