"""Random expressions of each type (hypothesis), over a fixed small state, for checks of kernels and reductions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

from hypothesis import strategies as st

from oddsmith.expr.layout import ArrayLayout, Layout, TableLayout
from oddsmith.expr.nodes import (
    Binary,
    Binder,
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

NAMES: Final = ("x", "y", "i", "ok")
"""Whole numbers -3..5 and a truth value; `x` and `i` are also what folds bind."""

DEPTH: Final = 3
"""How high the expressions are by default."""

AXIS: Final = (1, 3)
LAYOUT: Final = Layout(
    slots={name: place for place, name in enumerate(NAMES)},
    size=7,
    arrays={"cell": ArrayLayout((AXIS,), 4)},
    tables={"prize": TableLayout(((0, 3),), (2, None, -1, 7))},
)
BOX: Final = {"x": (-3, 5), "y": (-3, 5), "i": (-3, 5), "ok": (0, 1), "cell": (-3, 5), "prize": (-1, 7)}


STATES: Final = tuple(
    (x, y, i, ok, i, 2, y) for x in (-3, 0, 1, 2, 5) for y in (-1, 1, 2, 4) for i in (0, 3) for ok in (0, 1)
)
"""States with equal, neighbouring and distant values."""


def states() -> st.SearchStrategy[tuple[int, ...]]:
    """Values of x, y, i, ok and the three cells."""
    value = st.integers(-3, 5)
    return st.tuples(value, value, value, st.integers(0, 1), value, value, value)


@cache
def whole_numbers(depth: int = DEPTH) -> st.SearchStrategy[Expr]:
    """Expressions of type int, at most `depth` operators high."""
    if depth == 0:
        return _LEAF
    whole, condition = whole_numbers(depth - 1), conditions(depth - 1)
    divisor = st.one_of(st.sampled_from((-3, -2, 2, 3, 5)).map(Number), whole)
    index = st.one_of(st.integers(*AXIS).map(Number), whole)
    return st.one_of(
        st.builds(Binary, st.sampled_from(("+", "-", "*")), whole, whole),
        st.builds(Binary, st.sampled_from(("+", "-", "*")), whole, _LEAF),
        st.builds(Binary, st.sampled_from(("//", "%")), whole, divisor),
        st.builds(Binary, st.just("^"), whole, st.integers(0, 3).map(Number)),
        st.builds(negative, whole),
        st.builds(If, condition, whole, whole),
        st.builds(Call, st.sampled_from(("min", "max")), st.lists(whole, min_size=1, max_size=3).map(tuple)),
        st.builds(Call, st.just("mod"), st.tuples(whole, divisor)),
        st.builds(Call, st.just("gcd"), st.tuples(whole, whole)),
        st.builds(Call, st.just("abs"), st.tuples(whole)),
        st.builds(Call, st.sampled_from(("floor", "ceil")), st.tuples(numbers(depth - 1))),
        st.builds(Index, st.sampled_from(("cell", "prize")), st.tuples(index)),
        _folds(("sum", "min", "max"), whole),
        _folds(("count",), condition),
    )


@cache
def numbers(depth: int = DEPTH) -> st.SearchStrategy[Expr]:
    """Expressions of type number."""
    fraction = st.fractions(-3, 3, max_denominator=6).map(lambda f: Number(f.numerator if f.denominator == 1 else f))
    if depth == 0:
        return st.one_of(_LEAF, fraction)
    number = numbers(depth - 1)
    return st.one_of(
        st.builds(quotient, number, st.one_of(fraction, number)),
        st.builds(Binary, st.sampled_from(("+", "-", "*")), number, number),
        st.builds(Binary, st.just("^"), number, st.integers(-2, 3).map(Number)),
        st.builds(If, conditions(depth - 1), number, number),
        _folds(("sum", "prod"), number),
        whole_numbers(depth),
    )


@cache
def conditions(depth: int = DEPTH) -> st.SearchStrategy[Expr]:
    """Expressions of type bool."""
    if depth == 0:
        return st.one_of(st.booleans().map(Boolean), st.just(Name("ok")))
    number, condition = numbers(depth - 1), conditions(depth - 1)
    relation = st.sampled_from(("=", "!=", "<", "<=", ">", ">="))
    rest = st.lists(st.tuples(relation, number), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(Compare, number, rest),
        st.builds(Compare, _LEAF, st.tuples(st.tuples(relation, _LEAF))),
        st.builds(Binary, st.sampled_from(("and", "or", "=>", "<=>")), condition, condition),
        st.builds(Unary, st.just("not"), condition),
        st.builds(Member, whole_numbers(depth - 1), st.one_of(_domains(), st.just(Name("prize")))),
        st.builds(If, condition, condition, condition),
        _folds(("any", "all"), condition),
    )


def quotient(left: Expr, right: Expr) -> Expr:
    """`left / right` as the parser reads it: constants become one number."""
    if isinstance(left, Number) and isinstance(right, Number) and right.value != 0:
        value = Fraction(left.value) / right.value
        return Number(value.numerator if value.denominator == 1 else value)
    return Binary("/", left, right)


def negative(operand: Expr) -> Expr:
    """`-operand` as the parser reads it."""
    return Number(-operand.value) if isinstance(operand, Number) else Unary("-", operand)


def _domains() -> st.SearchStrategy[Range | Items]:
    low, high = st.integers(-1, 2).map(Number), st.integers(1, 4).map(Number)
    ranges = st.one_of(st.builds(Range, low, high), st.builds(Range, _LEAF, _LEAF))
    members = st.lists(st.one_of(_LEAF, ranges), max_size=3).map(tuple)
    return st.one_of(ranges, st.builds(Items, members))


def _folds(kinds: tuple[str, ...], body: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    binder = st.builds(Binder, st.sampled_from(("x", "i")), _domains())
    return st.builds(Fold, st.sampled_from(kinds), st.lists(binder, min_size=1, max_size=2).map(tuple), body)


_LEAF: Final[st.SearchStrategy[Expr]] = st.one_of(
    st.sampled_from(("x", "y", "i")).map(Name), st.integers(-4, 6).map(Number)
)
