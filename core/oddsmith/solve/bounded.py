"""Numbers with bounds: what is read from solutions and computed with, rounded outward."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

INFINITY = math.inf


@dataclass(frozen=True)
class Bounded:
    """A number known to lie in lower..upper; `exact` where it is known as a fraction (or is infinite). Not a number at
    all where there is no answer."""

    value: float
    lower: float
    upper: float
    exact: Fraction | float | None = None

    @classmethod
    def of(cls, exact: Fraction | float) -> Bounded:
        """An exact number; its bounds are the floating-point numbers around it."""
        if isinstance(exact, float):
            return cls(exact, exact, exact, exact)
        value = as_float(exact)
        if math.isinf(value) or Fraction(value) == exact:
            return cls(value, value, value, exact)
        if Fraction(value) < exact:
            return cls(value, value, math.nextafter(value, INFINITY), exact)
        return cls(value, math.nextafter(value, -INFINITY), value, exact)

    def complement(self) -> Bounded:
        """1 - x for a probability x."""
        if isinstance(self.exact, Fraction):
            return Bounded.of(1 - self.exact)
        lower = 1.0 if self.upper == 0 else max(0.0, _down(1 - self.upper))
        return Bounded(1 - self.value, lower, 0.0 if self.lower == 1 else min(1.0, _up(1 - self.lower)))

    def minus(self, other: Bounded) -> Bounded:
        """x - y; infinity minus infinity has no value."""
        if isinstance(self.exact, Fraction) and isinstance(other.exact, Fraction):
            return Bounded.of(self.exact - other.exact)
        if other.lower == other.upper == 0:
            return self
        value = self.value - other.value
        if math.isinf(value):
            return Bounded(value, value, value, value)
        return Bounded(value, _down(self.lower - other.upper), _up(self.upper - other.lower))

    def over(self, other: Bounded) -> Bounded:
        """x / y for y > 0 (not surely: then a bound is infinite)."""
        if isinstance(self.exact, Fraction) and isinstance(other.exact, Fraction):
            return Bounded.of(self.exact / other.exact)
        if math.isinf(self.value):
            return Bounded(self.value, self.value, self.value, self.value)
        corners = [
            _quotient(x, y) for x in (self.lower, self.upper) for y in (other.lower, other.upper) if not x == y == 0
        ]
        return Bounded(self.value / other.value, _down(min(corners)), _up(max(corners)))

    def within(self, low: float, high: float) -> Bounded:
        """The same number, known to lie in low..high."""
        return Bounded(
            min(max(self.value, low), high), min(max(self.lower, low), high), min(max(self.upper, low), high),
            self.exact,
        )  # fmt: skip

    def holds(self, operator: str, level: Fraction) -> bool | None:
        """Whether x < level (<=, >, >=) for sure; None where the bounds do not tell."""
        if self.exact is not None:
            return compare(self.exact, operator, level)
        low, high = compare(_rational(self.lower), operator, level), compare(_rational(self.upper), operator, level)
        return low if low == high else None


def compare(value: Fraction | float, operator: str, level: Fraction) -> bool:
    match operator:
        case "<":
            return value < level
        case "<=":
            return value <= level
        case ">":
            return value > level
    return value >= level


def as_float(value: Fraction | float) -> float:
    """The nearest floating-point number; infinity where there is none."""
    try:
        return float(value)
    except OverflowError:
        return INFINITY if value > 0 else -INFINITY


def _rational(value: float) -> Fraction | float:
    return value if math.isinf(value) else Fraction(value)


def _quotient(x: float, y: float) -> float:
    return x / y if y else math.copysign(INFINITY, x)


def _down(value: float) -> float:
    return math.nextafter(value, -INFINITY)


def _up(value: float) -> float:
    return math.nextafter(value, INFINITY)
