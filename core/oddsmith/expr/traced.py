"""Exact numbers that remember how they were calculated from the cells of tables.

A kernel calculates with them as with any fraction, and the weight that comes out also is the formula: the same weight
for other values of the cells can be had without exploring again (see space/rebinding.py).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from oddsmith.expr.nodes import Binary, Expr, Number

_CALCULATE: Final[dict[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


class Traced(Fraction):
    """A fraction with the expression that it is the value of. Its value decides all comparisons."""

    __slots__ = ("expr",)
    expr: Expr

    @classmethod
    def of(cls, value: int | Fraction, expr: Expr) -> Traced:
        made = super().__new__(cls, Fraction(value))
        made.expr = expr
        return made

    def __add__(self, other: Any) -> Any:
        return _combined("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return _combined("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return _combined("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return _combined("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return _combined("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return _combined("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return _combined("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _combined("/", other, self)

    def __neg__(self) -> Any:
        return _combined("-", 0, self)


def _combined(sign: str, left: int | Fraction, right: int | Fraction) -> Fraction:
    """The result with its formula; a plain number that changes nothing is left out of it."""
    if not isinstance(left, Traced) and isinstance(right, Traced):
        if (sign, left) in (("+", 0), ("*", 1)):
            return right
        if (sign, left) in (("*", 0), ("/", 0)):
            return Fraction(0)
    if not isinstance(right, Traced) and isinstance(left, Traced):
        if (sign, right) in (("+", 0), ("-", 0), ("*", 1), ("/", 1)):
            return left
        if (sign, right) == ("*", 0):
            return Fraction(0)
    value = _CALCULATE[sign](_plain(left), _plain(right))
    return Traced.of(value, Binary(sign, formula(left), formula(right)))


def _plain(value: int | Fraction) -> Fraction:
    return Fraction(value.numerator, value.denominator)


def formula(value: int | Fraction) -> Expr:
    """How a number was calculated; the number itself where no cell had a part in it."""
    if isinstance(value, Traced):
        return value.expr
    return Number(value.numerator if value.denominator == 1 else Fraction(value))
