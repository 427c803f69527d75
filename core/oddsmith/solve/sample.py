"""What stands behind a number from games played at random: how many, how sure, and a test of expectations."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from oddsmith.solve.answer import Spread
from oddsmith.solve.bounded import Bounded

DOUBT = 1e-6
"""An expected number is said to be missed where chance alone would do it with less than this probability."""


@dataclass(frozen=True)
class Sample:
    """The interval of the answer contains the true value with probability `confidence`: it is no proof."""

    confidence: float
    games: int
    error: float | None = None
    """The standard error of the value; None where there is none."""
    judged: Bounded | Spread | None = None
    """The same value with bounds at the confidence 1 - DOUBT: what is compared with expectations."""

    expectable: bool = True
    """Whether it is what the spec expects; not where decisions were made at random instead of well."""

    def z(self, value: float, expected: Fraction | float) -> float | None:
        """How many standard errors the value is above what was expected."""
        if not self.expectable or not self.error or not math.isfinite(value) or not math.isfinite(expected):
            return None
        return (value - float(expected)) / self.error


def p_value(z: float) -> float:
    """How probable a distance of at least so many standard errors is, by chance alone (two-sided)."""
    return math.erfc(abs(z) / math.sqrt(2))
