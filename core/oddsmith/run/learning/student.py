"""Degrees of freedom and a confidence -> the quantile of Student's distribution that makes an interval of it.

P(|T| <= t) for n degrees of freedom is a finite sum in the angle a = arctan(t / sqrt n) (Abramowitz and Stegun, 26.7.3
and 26.7.4); the quantile is found by halving, to the last digits of a float.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt


def inside(t: float, freedom: int) -> float:
    """P(|T| <= t)."""
    angle = atan2(t, sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term = total = cos(angle) if odd else 1.0
    for k in range(2 + odd, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    if not odd:
        return sin(angle) * total
    return 2 / pi * (angle + (sin(angle) * total if freedom > 1 else 0.0))


def quantile(confidence: float, freedom: int) -> float:
    """The t with P(|T| <= t) = confidence."""
    low, high = 0.0, 1.0
    while inside(high, freedom) < confidence:
        high *= 2
    while low < (middle := (low + high) / 2) < high:
        if inside(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return high
