"""Numbers show the digits that their bounds prove, and no more."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.report.numbers import digits_for, exactly, fraction_text, plain, shorten, significant, with_bounds

finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e200, max_value=1e200)


@pytest.mark.parametrize(
    ("value", "lower", "upper", "text"),
    [
        (0.220391462, 0.2203914612, 0.2203914628, "0.220391462 in [0.220391461, 0.220391463]"),
        (0.5, 0.25, 0.75, "0.5 in [0.2, 0.8]"),
        (1.811800068157e-106, 1.811792e-106, 1.811808e-106, "1.81180e-106 in [1.81179e-106, 1.81181e-106]"),
        (1.0, 1.0, 1.0, "1"),
        (0.0, 0.0, 2.5e-7, "0 in [0, 3e-7]"),
        (12345.678, 12345.61, 12345.74, "12345.7 in [12345.6, 12345.8]"),
        (math.inf, math.inf, math.inf, "inf"),
        (3.0, 2.0, math.inf, "3 in [2, inf]"),
    ],
)
def test_bounds_decide_how_many_digits_are_shown(value: float, lower: float, upper: float, text: str) -> None:
    assert with_bounds(value, lower, upper) == text


@given(finite, finite, finite)
def test_the_shown_interval_contains_the_true_one(a: float, b: float, c: float) -> None:
    lower, value, upper = sorted((a, b, c))
    text = with_bounds(value, lower, upper)
    if " in " not in text:
        assert lower == value == upper
        return
    low, high = text.partition(" in [")[2].rstrip("]").split(", ")
    assert Fraction(low) <= Fraction(lower)
    assert Fraction(high) >= Fraction(upper)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(21, 31), "0.677419355 = 21/31"),
        (Fraction(5), "5"),
        (Fraction(1, 2), "0.5 = 1/2"),
        (Fraction(1, 6**12), "4.59393658e-10 = 1/2176782336"),
    ],
)
def test_fractions_are_shown_beside_their_decimals(value: Fraction, text: str) -> None:
    assert exactly(value) == text


def test_more_precision_shows_more_digits() -> None:
    assert [digits_for(p) for p in (0.5, 1e-3, 1e-9, 1e-12, 1e-15, 1e-30)] == [10, 10, 10, 13, 16, 17]
    assert (
        with_bounds(1 / 3, 1 / 3 - 1e-14, 1 / 3 + 1e-14, 13) == "0.3333333333333 in [0.3333333333333, 0.3333333333334]"
    )
    assert exactly(Fraction(21, 31), 13) == "0.677419354839 = 21/31"


def test_long_fractions_are_abbreviated() -> None:
    text = exactly(Fraction(10**60 + 7, 3 * 10**60))
    assert text == "0.333333333 = 100000…007/300000…000 (61 and 61 digits)"
    assert len(shorten("1" * 5000)) < 40
    assert exactly(Fraction(1, 3**12000)) == "3.50706136e-5726 = 1/285139…001 (1 and 5726 digits)"


def test_all_digits_of_a_large_fraction_are_written() -> None:
    assert fraction_text(Fraction(-(10**5000), 3)) == f"-1{'0' * 5000}/3"
    assert fraction_text(Fraction(10**5000)) == fraction_text(10**5000) == f"1{'0' * 5000}"


def test_infinity_is_written_as_in_specs() -> None:
    assert (plain(math.inf), plain(-math.inf), plain(math.nan)) == ("inf", "-inf", "undefined")
    assert significant(0.1) == "0.1"
    assert significant(1e20) == "1e20"
