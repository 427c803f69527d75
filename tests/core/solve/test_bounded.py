"""Numbers with bounds stay inside them through arithmetic."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.solve.bounded import Bounded

parts = st.fractions(Fraction(0), Fraction(1), max_denominator=1000)


def around(x):
    return Bounded(float(x), float(x) - 1e-6, float(x) + 1e-6)


@given(st.fractions(-(10**6), 10**6))
def test_an_exact_number_lies_between_its_bounds(x):
    number = Bounded.of(x)
    assert number.exact == x
    assert Fraction(number.lower) <= x <= Fraction(number.upper)
    assert number.upper - number.lower <= math.ulp(abs(float(x)) + 1e-300)


@given(parts, parts)
def test_results_contain_the_true_ones(x, y):
    for one, other in ((around(x), around(y)), (Bounded.of(x), around(y)), (Bounded.of(x), Bounded.of(y))):
        difference = one.minus(other)
        assert difference.lower <= x - y <= difference.upper
        complement = one.complement()
        assert complement.lower <= 1 - x <= complement.upper
        if y > 0:
            quotient = one.over(other)
            assert quotient.lower <= x / y <= quotient.upper


def test_fractions_stay_fractions():
    third, half = Bounded.of(Fraction(1, 3)), Bounded.of(Fraction(1, 2))
    assert third.complement().exact == Fraction(2, 3)
    assert third.over(half).exact == Fraction(2, 3)
    assert half.minus(third).exact == Fraction(1, 6)


def test_what_is_impossible_has_a_complement_that_is_sure():
    never, surely = Bounded(0.0, 0.0, 0.0), Bounded(1.0, 1.0, 1.0)
    assert (never.complement().lower, never.complement().upper) == (1, 1)
    assert (surely.complement().lower, surely.complement().upper) == (0, 0)
    assert never.complement().holds(">=", Fraction(1)) is True


def test_infinity_minus_something_is_infinity():
    assert Bounded.of(math.inf).minus(around(1)).lower == math.inf


@pytest.mark.parametrize(
    ("number", "operator", "level", "truth"),
    [
        (Bounded.of(Fraction(1, 3)), ">=", Fraction(1, 3), True),
        (Bounded.of(Fraction(1, 3)), ">", Fraction(1, 3), False),
        (Bounded(0.5, 0.4, 0.6), "<", Fraction(1, 2), None),
        (Bounded(0.5, 0.4, 0.6), "<", Fraction(7, 10), True),
        (Bounded(0.5, 0.25, 0.75), "<=", Fraction(1, 4), None),
        (Bounded(0.5, 0.4, 0.6), ">", Fraction(3, 5), False),
        (Bounded.of(math.inf), ">=", Fraction(10**9), True),
    ],
)
def test_comparisons_are_decided_only_by_the_bounds(number, operator, level, truth):
    assert number.holds(operator, level) is truth
