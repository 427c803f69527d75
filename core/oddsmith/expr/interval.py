"""Arithmetic on intervals of exact numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from oddsmith.expr import values
from oddsmith.expr.values import EvaluationError

End = int | Fraction
Interval = tuple[End, End]
"""Lowest and highest value, both included."""

BIT: Final[Interval] = (0, 1)


def join(intervals: Iterable[Interval | None]) -> Interval | None:
    """The smallest interval around all; None if one is unknown or there is none."""
    found = list(intervals)
    known = [interval for interval in found if interval is not None]
    if not known or len(known) < len(found):
        return None
    return (min(low for low, _ in known), max(high for _, high in known))


def negate(interval: Interval) -> Interval:
    return (-interval[1], -interval[0])


def add(left: Interval, right: Interval) -> Interval:
    return (values.normal(left[0] + right[0]), values.normal(left[1] + right[1]))


def subtract(left: Interval, right: Interval) -> Interval:
    return add(left, negate(right))


def multiply(left: Interval, right: Interval) -> Interval:
    corners = [values.normal(a * b) for a in left for b in right]
    return (min(corners), max(corners))


def divide(left: Interval, right: Interval) -> Interval | None:
    """None if the divisor may be 0: fractions near 0 have no bound."""
    if right[0] <= 0 <= right[1]:
        return None
    corners = [values.divide(a, b) for a in left for b in right]
    return (min(corners), max(corners))


def floor_divide(left: Interval, right: Interval) -> Interval | None:
    """Operands are whole numbers, and the divisor is never 0."""
    corners = [a // b for a in left for part in _without_zero(right) for b in part]
    return (min(corners), max(corners)) if corners else None


def modulo(left: Interval, right: Interval) -> Interval | None:
    """The result has the sign of the divisor, and is smaller: by one at least between whole numbers."""
    step = int(all(end.denominator == 1 for end in (*left, *right)))
    parts: list[Interval] = []
    for low, high in _without_zero(right):
        if low > 0:
            same = left[0] >= 0 and left[1] < low
            parts.append(left if same else (0, min(high - step, left[1]) if left[0] >= 0 else high - step))
        else:
            parts.append((low + step, 0))
    return join(parts)


def _without_zero(interval: Interval) -> list[Interval]:
    parts = [(interval[0], min(interval[1], -1)), (max(interval[0], 1), interval[1])]
    return [(low, high) for low, high in parts if low <= high]


def power(base: Interval, exponent: Interval) -> Interval | None:
    """Exponents are whole numbers from 0 on; None if they may be negative or the result is absurdly large."""
    if exponent[0] < 0:
        return None
    try:
        corners = [values.power(b, e) for b in base for e in exponent]
        if base[0] < 0:
            most = values.power(max(absolute(base)[1], 1), exponent[1])
            return (-most, most)
    except EvaluationError:
        return None
    if base[0] == 0 and exponent[1] > 0:
        corners.append(0)
    return (min(corners), max(corners))


def absolute(interval: Interval) -> Interval:
    low, high = interval
    return (max(low, -high, 0), max(-low, high))


def rounded(interval: Interval, function: str) -> Interval:
    change = math.floor if function == "floor" else math.ceil
    return (change(interval[0]), change(interval[1]))
