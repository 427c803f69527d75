"""Distributions, as answers have them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Spread:
    """A distribution: P(support[i]) = probability[i], each within lower[i]..upper[i]."""

    support: tuple[int | Fraction, ...]
    probability: tuple[float, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    exact: tuple[Fraction, ...] | None = None
    mean: float | None = None
    tail: float = 0.0
    """At most so probable are all larger values together."""
