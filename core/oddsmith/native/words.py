"""The words of the dialect that are not Python's own: what they mean when a function runs as plain Python."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from oddsmith.native.types import Array

T = TypeVar("T")
inf = math.inf


def array(element: type[T], size: int) -> Array[T]:
    """A local array of a constant size, zeroed."""
    import numpy as np

    return np.zeros(size, dtype=element.numpy)  # type: ignore[attr-defined,return-value]


def tail(values: Array[T], start: int) -> Array[T]:
    """The array from `start` on, sharing its memory."""
    return values[start:]  # type: ignore[index,return-value]


def floor(value: float) -> float:
    return float(math.floor(value))


def sqrt(value: float) -> float:
    return math.sqrt(value)


def fma(a: float, b: float, c: float) -> float:
    """a * b + c, rounded once."""
    from fractions import Fraction

    return float(Fraction(a) * Fraction(b) + Fraction(c))


def multiply_high(a: int, b: int) -> int:
    """The upper 64 bits of the product of two unsigned numbers."""
    return (int(a) * int(b)) >> 64


def atomic_add(values: Array[Any], index: int, amount: int) -> int:
    """Add, and return what was there before."""
    old = values[index]
    values[index] = old + amount
    return int(old)


def compare_and_swap(values: Array[Any], index: int, expected: int, new: int) -> int:
    """Store `new` if `expected` is there; return what was there before."""
    old = values[index]
    if old == expected:
        values[index] = new
    return int(old)


def prefetch(values: Array[Any], index: int) -> None:
    """Ask for a place in memory that will be read soon."""
