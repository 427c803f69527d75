"""Random expressions of each type (hypothesis), over a fixed small state, for checks of kernels and reductions."""

from __future__ import annotations

from fractions import Fraction
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
"""Whole numbers -3..5 and a truth value; `i` is also what folds bind."""

AXIS: Final = (1, 3)
LAYOUT: Final = Layout(
    slots={name: place for place, name in enumerate(NAMES)},
    size=7,
    arrays={"cell": ArrayLayout((AXIS,), 4)},
    tables={"prize": TableLayout(((0, 3),), (2, None, -1, 7))},
)
BOX: Final = {"x": (-3, 5), "y": (-3, 5), "i": (-3, 5), "ok": (0, 1), "cell": (-3, 5), "prize": (-1, 7)}


def states() -> st.SearchStrategy[tuple[int, ...]]:
    """Values of x, y, i, ok and the three cells."""
    value = st.integers(-3, 5)
    return st.tuples(value, value, value, st.integers(0, 1), value, value, value)


def whole_numbers() -> st.SearchStrategy[Expr]:
    return _WHOLE


def numbers() -> st.SearchStrategy[Expr]:
    return _NUMBER


def conditions() -> st.SearchStrategy[Expr]:
    return _CONDITION


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
    ranges = st.builds(Range, _SMALL, _SMALL)
    members = st.lists(st.one_of(_SMALL, ranges), max_size=3).map(tuple)
    return st.one_of(ranges, st.builds(Items, members))


def _folds(kinds: tuple[str, ...], body: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    binder = st.builds(Binder, st.sampled_from(("i", "j")), _domains())
    return st.builds(Fold, st.sampled_from(kinds), st.lists(binder, min_size=1, max_size=2).map(tuple), body)


def _build_whole() -> st.SearchStrategy[Expr]:
    whole = _WHOLE
    return st.one_of(
        _SMALL,
        st.builds(Binary, st.sampled_from(("+", "-", "*", "//", "%")), whole, whole),
        st.builds(Binary, st.just("^"), whole, st.integers(0, 3).map(Number)),
        st.builds(negative, whole),
        st.builds(If, _CONDITION, whole, whole),
        st.builds(Call, st.sampled_from(("min", "max")), st.lists(whole, min_size=1, max_size=3).map(tuple)),
        st.builds(Call, st.sampled_from(("mod", "gcd")), st.tuples(whole, whole)),
        st.builds(Call, st.sampled_from(("abs", "floor", "ceil")), st.tuples(whole)),
        st.builds(Index, st.sampled_from(("cell", "prize")), st.tuples(whole)),
        _folds(("sum", "min", "max"), whole),
        _folds(("count",), _CONDITION),
    )


def _build_number() -> st.SearchStrategy[Expr]:
    return st.one_of(
        _SMALL,
        st.fractions(-3, 3, max_denominator=6).map(lambda f: Number(f.numerator if f.denominator == 1 else f)),
        st.builds(quotient, _NUMBER, _NUMBER),
        st.builds(Binary, st.sampled_from(("+", "-", "*")), _NUMBER, _NUMBER),
        st.builds(Binary, st.just("^"), _NUMBER, st.integers(-2, 3).map(Number)),
        st.builds(If, _CONDITION, _NUMBER, _NUMBER),
        _folds(("prod",), _NUMBER),
        _WHOLE,
    )


def _build_condition() -> st.SearchStrategy[Expr]:
    condition = _CONDITION
    relation = st.sampled_from(("=", "!=", "<", "<=", ">", ">="))
    rest = st.lists(st.tuples(relation, _NUMBER), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.booleans().map(Boolean),
        st.just(Name("ok")),
        st.builds(Compare, _NUMBER, rest),
        st.builds(Binary, st.sampled_from(("and", "or", "=>", "<=>")), condition, condition),
        st.builds(Unary, st.just("not"), condition),
        st.builds(Member, _WHOLE, st.one_of(_domains(), st.just(Name("prize")))),
        st.builds(If, condition, condition, condition),
        _folds(("any", "all"), condition),
    )


_SMALL: Final[st.SearchStrategy[Expr]] = st.one_of(
    st.integers(-4, 6).map(Number), st.sampled_from(("x", "y", "i")).map(Name)
)
_WHOLE: Final[st.SearchStrategy[Expr]] = st.deferred(_build_whole)
_NUMBER: Final[st.SearchStrategy[Expr]] = st.deferred(_build_number)
_CONDITION: Final[st.SearchStrategy[Expr]] = st.deferred(_build_condition)
