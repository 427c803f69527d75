"""Numbers with bounds -> text that shows no digit more than the bounds prove."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, localcontext
from fractions import Fraction

MOST_DIGITS = 10
"""Significant digits that a reader wants to see at most, unless more precision was asked for."""
ALL_DIGITS = 17
"""A floating-point number has no more."""
LONGEST_FRACTION = 40
"""Characters; longer fractions are abbreviated (`--json` has them in full)."""


def digits_for(precision: float) -> int:
    """Significant digits that show bounds of this relative width."""
    return min(max(MOST_DIGITS, 1 - math.floor(math.log10(precision))), ALL_DIGITS)


def with_bounds(value: float, lower: float, upper: float, digits: int = MOST_DIGITS, finer: int = 0) -> str:
    """`0.220391462 in [0.220391461, 0.220391463]`; `finer`: so many digits more than the bounds agree on."""
    if math.isinf(value) or math.isnan(value):
        return plain(value) if lower == upper else f"{plain(value)} in [{plain(lower)}, {plain(upper)}]"
    if not (math.isfinite(lower) and math.isfinite(upper)):
        return f"{value:.3g} in [{plain(lower)}, {plain(upper)}]"
    if lower == upper == value:
        return significant(value, digits)
    unit = _unit(value, lower, upper, digits).scaleb(-finer)
    low, high = _round(lower, unit, ROUND_FLOOR), _round(upper, unit, ROUND_CEILING)
    return f"{_text(_round(value, unit, ROUND_HALF_EVEN))} in [{_text(low)}, {_text(high)}]"


def exactly(value: Fraction, digits: int = MOST_DIGITS) -> str:
    """`0.677419355 = 21/31`; a whole number is itself."""
    if value.denominator == 1:
        return shorten(fraction_text(value))
    return f"{significant(value, digits - 1)} = {shorten(fraction_text(value))}"


def fraction_text(value: Fraction | int) -> str:
    """`21/31` with all digits; decimals write large integers quickly, and Python's limit on these is not for us."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"
    return str(Decimal(int(value)))


def shorten(fraction: str) -> str:
    """A long fraction by its ends and the number of its digits."""
    if len(fraction) <= LONGEST_FRACTION:
        return fraction
    top, slash, bottom = fraction.partition("/")
    if not slash:
        return f"{top[:8]}…{top[-4:]} ({len(top)} digits)"
    return f"{_ends(top)}/{_ends(bottom)} ({len(top)} and {len(bottom)} digits)"


def _ends(digits: str) -> str:
    return digits if len(digits) <= 10 else f"{digits[:6]}…{digits[-3:]}"


def significant(value: float | Fraction, digits: int = MOST_DIGITS) -> str:
    """Rounded to significant digits, without trailing zeros."""
    if value == 0:
        return "0"
    with localcontext(Context(prec=digits, rounding=ROUND_HALF_EVEN)):
        if isinstance(value, Fraction):
            number = Decimal(value.numerator) / Decimal(value.denominator)
        else:
            number = +Decimal(value)
    return _text(number.normalize())


def plain(value: float) -> str:
    """Infinity in the language of specs, other numbers to all shown digits."""
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return significant(value)


def _unit(value: float, lower: float, upper: float, digits: int) -> Decimal:
    """The power of ten of the last shown digit: no finer than the interval, no more than `digits` of the value."""
    width = Decimal(upper) - Decimal(lower)
    finest = abs(Decimal(value)).adjusted() - digits + 1 if value else width.adjusted()
    return Decimal(1).scaleb(max(width.adjusted() if width else finest, finest))


def _round(value: float, unit: Decimal, rounding: str) -> Decimal:
    with localcontext(Context(prec=1000)):
        return Decimal(value).quantize(unit, rounding=rounding)


def _text(number: Decimal) -> str:
    """Without exponent where it is easy to read, else as `1.81e-106`."""
    if number == 0:
        return "0"
    if -6 <= number.adjusted() < 15:
        return f"{number:f}"
    return f"{number:e}".replace("E", "e").replace("e+", "e")
