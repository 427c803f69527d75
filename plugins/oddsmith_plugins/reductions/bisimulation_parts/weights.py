"""Weights -> whole numbers of one or more words whose sums can be compared exactly.

Fractions are multiplied with their common denominator. So are floats that are the nearest neighbours (within 4 units
of the last place: what a kernel loses by adding some of them) of fractions with a small common denominator D: thrice
1/6 is then 1/2. Other floats are whole multiples of a power of 1/2, and are taken as they are: weights that differ in
the last bit stay different. In either case sums are exact, so that their order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, compiled, f64, floor, i64, u64

SLACK = 2.0**-50
"""How far a float may be from a fraction, relatively."""
LARGEST_DENOMINATOR = 2**20
"""Of a single weight: two such fractions are far apart, compared with SLACK."""
LARGEST_COMMON = 2**40
WORD = 64

Words = NDArray[np.uint64]


def whole_numbers(weight: NDArray[np.float64], exact: tuple[Fraction, ...] | None) -> Words:
    """[count, words], lowest word first; positive sums of up to 2^32 weights up to 1 have room."""
    if exact is not None:
        return _of_fractions(exact)
    common = common_denominator(weight)
    if common is not None:
        result = np.empty((len(weight), 1), dtype=np.uint64)
        _scaled(len(weight), weight, float(common), result.reshape(-1))
        return result
    return _of_floats(weight)


def common_denominator(weight: NDArray[np.float64]) -> int | None:
    """The least number that makes all weights whole, up to SLACK; None where there is none that is small."""
    common, done = 1, 0
    while (done := int(_first_misfit(len(weight), weight, float(common), SLACK, done))) < len(weight):
        simple = simplest_fraction(float(weight[done]))
        if simple.denominator > LARGEST_DENOMINATOR:
            return None
        common, before = lcm(common, simple.denominator), common
        if common > LARGEST_COMMON or common == before:
            return None
    return common


def simplest_fraction(number: float) -> Fraction:
    """The fraction with the smallest denominator within SLACK (continued fractions, Stern and Brocot)."""
    low, high = Fraction(number * (1 - SLACK)), Fraction(number * (1 + SLACK))
    whole: list[int] = []
    while True:
        floor = low.numerator // low.denominator
        if floor == low or floor + 1 <= high:
            whole.append(floor if floor == low else floor + 1)
            break
        whole.append(floor)
        low, high = 1 / (high - floor), 1 / (low - floor)
    result = Fraction(whole.pop())
    while whole:
        result = whole.pop() + 1 / result
    return result


def _of_fractions(exact: tuple[Fraction, ...]) -> Words:
    common = lcm(*{weight.denominator for weight in exact})
    return _in_words([weight.numerator * (common // weight.denominator) for weight in exact], common.bit_length())


def _of_floats(weight: NDArray[np.float64]) -> Words:
    fraction, exponent = np.frexp(weight)
    mantissa = (fraction * 2.0**53).astype(np.int64)
    trailing = np.log2((mantissa & -mantissa).astype(np.float64)).astype(np.int64)  # a power of 2: exact
    lowest = int((exponent - 53 + trailing)[weight > 0].min(initial=0))
    shift = exponent.astype(np.int64) - 53 - lowest
    if -lowest + 1 < WORD:
        up, down = np.maximum(shift, 0), np.maximum(-shift, 0)
        return ((mantissa >> down) << up).astype(np.uint64).reshape(-1, 1)
    values, inverse = np.unique(weight, return_inverse=True)
    return _in_words([int(Fraction(value) * 2**-lowest) for value in values.tolist()], -lowest + 1)[inverse]


def _in_words(numbers: Iterable[int], bits: int) -> Words:
    """Room for sums, too: a choice's weights sum to 1, but for rounding."""
    words = bits // WORD + 1
    text = b"".join(number.to_bytes(8 * words, "little") for number in numbers)
    return np.frombuffer(text, dtype="<u8").astype(np.uint64).reshape(-1, words)


@compiled
def _scaled(count: i64, weight: Array[f64], common: f64, result: Array[u64]) -> None:
    for t in range(count):
        result[t] = u64(i64(floor(weight[t] * common + 0.5)))


@compiled
def _first_misfit(count: i64, weight: Array[f64], common: f64, slack: f64, begin: i64) -> i64:
    """The first place from `begin` on whose weight is no multiple of 1/common; `count` where there is none."""
    for t in range(begin, count):
        scaled = weight[t] * common
        near = floor(scaled + 0.5)
        if abs(scaled - near) > slack * scaled:
            return t
    return count
