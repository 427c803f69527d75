"""Weights become whole numbers with exact sums: fractions as such, floats as fractions only where they are close."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith_plugins.reductions.bisimulation_parts.weights import common_denominator, simplest_fraction, whole_numbers


def total(words: np.ndarray) -> list[int]:
    """The whole numbers, from their words."""
    return [sum(int(word) << (64 * k) for k, word in enumerate(row)) for row in words]


@given(st.integers(1, 1000), st.integers(1, 1000))
def test_small_fractions_are_recognised(numerator: int, denominator: int) -> None:
    assert simplest_fraction(numerator / denominator) == Fraction(numerator, denominator)


def test_a_common_denominator_is_found_although_additions_were_rounded() -> None:
    weight = np.array([1 / 6, 1 / 6 + 1 / 6 + 1 / 6, 0.1 + 0.2, 0.7])
    assert common_denominator(weight) == 30
    assert total(whole_numbers(weight, None)) == [5, 15, 9, 21]


@pytest.mark.parametrize("other", [0.5**0.5, 1e-9 / 7, 0.1234567890123])
def test_one_weight_that_is_no_small_fraction_leaves_all_as_they_are(other: float) -> None:
    weight = np.array([0.5, 1 / 3, other])
    assert common_denominator(weight) is None
    numbers = total(whole_numbers(weight, None))
    assert Fraction(numbers[1], numbers[0]) == Fraction(weight[1]) / Fraction(weight[0])
    assert Fraction(numbers[2], numbers[0]) == Fraction(weight[2]) / Fraction(weight[0])


def test_floats_of_very_different_size_take_several_words() -> None:
    weight = np.array([0.5, 2.0**-0.5 * 1e-40, 2.0**-0.5])
    words = whole_numbers(weight, None)
    assert words.shape[1] == 3
    numbers = total(words)
    assert [Fraction(number, numbers[0]) / 2 for number in numbers] == [Fraction(w) for w in weight.tolist()]


def test_fractions_are_multiplied_with_their_common_denominator() -> None:
    exact = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 10**30))
    common = 3 * 10**30
    assert total(whole_numbers(np.array([float(w) for w in exact]), exact)) == [common // 2, common // 3, 3]
