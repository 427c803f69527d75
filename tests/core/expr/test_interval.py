"""Arithmetic on intervals, checked against all their whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.expr import interval, values
from oddsmith.expr.interval import Interval
from oddsmith.expr.values import EvaluationError, Value

PAIRS: dict[str, tuple[Callable[[Interval, Interval], Interval | None], Callable[[int, int], Value]]] = {
    "+": (interval.add, lambda a, b: a + b),
    "-": (interval.subtract, lambda a, b: a - b),
    "*": (interval.multiply, lambda a, b: a * b),
    "/": (interval.divide, values.divide),
    "//": (interval.floor_divide, values.floor_divide),
    "%": (interval.modulo, values.modulo),
    "^": (interval.power, values.power),
}


def intervals() -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(-6, 6), st.integers(0, 5)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@pytest.mark.parametrize("operator", PAIRS)
@given(left=intervals(), right=intervals())
def test_results_of_all_pairs_lie_inside(operator: str, left: tuple[int, int], right: tuple[int, int]) -> None:
    on_intervals, on_values = PAIRS[operator]
    found = on_intervals(left, right)
    if found is None:
        return
    for a in range(left[0], left[1] + 1):
        for b in range(right[0], right[1] + 1):
            try:
                value = on_values(a, b)
            except EvaluationError:
                continue
            assert found[0] <= value <= found[1]


def test_a_divisor_that_may_be_zero_gives_no_bound_on_fractions() -> None:
    assert interval.divide((1, 1), (0, 5)) is None
    assert interval.floor_divide((1, 9), (0, 5)) == (0, 9)
    assert interval.floor_divide((1, 9), (0, 0)) is None


def test_unknown_parts_make_the_whole_unknown() -> None:
    assert interval.join([(1, 2), (5, 6)]) == (1, 6)
    assert interval.join([(1, 2), None]) is None
    assert interval.join([]) is None


def test_absolute_values_and_rounding() -> None:
    assert [interval.absolute(i) for i in ((-3, 2), (2, 5), (-5, -2))] == [(0, 3), (2, 5), (2, 5)]
    half = (Fraction(-1, 2), Fraction(3, 2))
    assert (interval.rounded(half, "floor"), interval.rounded(half, "ceil")) == ((-1, 1), (0, 2))
