"""Exact arithmetic on values: the operators and built-in functions, with every refusal."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from oddsmith.source import Span

Value = int | Fraction | bool

LARGEST_BITS: Final = 4096
"""Numbers with more binary digits than this are refused: no game needs them, and they eat the machine."""


class EvaluationError(Exception):
    """An expression has no value here. `code` as in Diagnostic (E605 …)."""

    def __init__(self, code: str, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.span = code, message, span


def normal(value: int | Fraction) -> int | Fraction:
    """Whole fractions as integers."""
    return value.numerator if type(value) is Fraction and value.denominator == 1 else value


def checked(value: int | Fraction) -> int | Fraction:
    """The value in normal form; E612 if it is absurdly large."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > LARGEST_BITS:
        raise EvaluationError("E612", "the number is too large")
    return normal(value)


def divide(left: int | Fraction, right: int | Fraction) -> int | Fraction:
    if right == 0:
        raise EvaluationError("E605", f"division by zero: {left} / 0")
    return checked((left if isinstance(left, Fraction) else Fraction(left)) / right)


def floor_divide(left: int | Fraction, right: int | Fraction) -> int | Fraction:
    if right == 0:
        raise EvaluationError("E605", f"division by zero: {left} // 0")
    return left // right


def modulo(left: int | Fraction, right: int | Fraction) -> int | Fraction:
    if right == 0:
        raise EvaluationError("E605", f"division by zero: {left} % 0")
    return normal(left % right)


def multiply(left: int | Fraction, right: int | Fraction) -> int | Fraction:
    return checked(left * right)


def power(base: int | Fraction, exponent: int | Fraction) -> int | Fraction:
    """base ^ exponent for whole exponents; refuses before it computes what would be too large."""
    if exponent.denominator != 1:
        raise EvaluationError("E302", f"the exponent {exponent} is not a whole number")
    if base == 0 and exponent < 0:
        raise EvaluationError("E605", f"division by zero: 0 ^ {exponent}")
    if base in (0, 1):
        return normal(base) if exponent else 1
    if base == -1:
        return 1 if exponent % 2 == 0 else -1
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(int(exponent)) * (bits - 1) > LARGEST_BITS:
        raise EvaluationError("E612", f"{base} ^ {exponent} is too large")
    return checked(Fraction(base) ** int(exponent))


def logarithm(value: int | Fraction, base: int | Fraction) -> int | Fraction:
    """The whole number k with base ^ k = value, if there is one.

    Numerator and denominator of the powers never fall, and one of them rises: stop when one exceeds the value's.
    """
    if value <= 0 or base <= 0 or base == 1:
        raise EvaluationError("E605", f"log({value}, {base}) does not exist")
    step, count, reached = Fraction(base), 0, Fraction(1)
    if (value > 1) != (base > 1):
        step = 1 / step
    while reached != value and reached.numerator <= value.numerator and reached.denominator <= value.denominator:
        reached, count = reached * step, count + 1
    if reached != value:
        raise EvaluationError("E302", f"log({value}, {base}) is not a whole number, and only those are exact")
    return count if step == base else -count


def floor(value: int | Fraction) -> int | Fraction:
    return math.floor(value)


def ceiling(value: int | Fraction) -> int | Fraction:
    return math.ceil(value)


def greatest_common_divisor(*values: int | Fraction) -> int | Fraction:
    if any(value.denominator != 1 for value in values):
        raise EvaluationError("E302", "gcd needs whole numbers")
    return math.gcd(*(int(value) for value in values))


BUILT_IN: Final[dict[str, Callable[..., int | Fraction]]] = {
    "min": lambda *values: min(values),
    "max": lambda *values: max(values),
    "abs": abs,
    "floor": floor,
    "ceil": ceiling,
    "mod": modulo,
    "pow": power,
    "log": logarithm,
    "gcd": greatest_common_divisor,
}

ARGUMENTS: Final = {"abs": (1, 1), "floor": (1, 1), "ceil": (1, 1), "mod": (2, 2), "pow": (2, 2), "log": (2, 2)}
"""Fewest and most arguments of the built-in functions; the others take one or more."""
