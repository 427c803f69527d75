"""The values of a block of games -> what is kept of them, and how blocks add up.

Means and variances of blocks are joined by the formulas of Chan, Golub & LeVeque (1979), always in the order of the
games, so that the result does not depend on who played them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Distribution, Quantile
from oddsmith_plugins.solvers.simulation_parts.asked import Asked

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Tally:
    """What is known of one question after some games (those in which what is given happened)."""

    games: int = 0
    unknown: int = 0
    """Games that were cut before it was decided."""
    rising: int = 0
    """Games worth infinity, and minus infinity."""
    falling: int = 0
    total: float = 0.0
    mean: float = 0.0
    """Of the finite values."""
    squares: float = 0.0
    """The sum of the squared distances from the mean."""
    counts: Counter[float] = field(default_factory=Counter)
    """How often each value was seen, where that is asked for."""

    @property
    def finite(self) -> int:
        return self.games - self.unknown - self.rising - self.falling

    @property
    def variance(self) -> float:
        return self.squares / (self.finite - 1) if self.finite > 1 else 0.0

    @classmethod
    def of(cls, values: Values, counted: bool) -> Tally:
        known = values[~np.isnan(values)]
        finite = known[np.isfinite(known)]
        mean = float(finite.mean()) if len(finite) else 0.0
        counts: Counter[float] = Counter()
        if counted:
            support, times = np.unique(known, return_counts=True)
            counts.update(dict(zip(support.tolist(), times.tolist(), strict=True)))
        return cls(
            games=len(values),
            unknown=len(values) - len(known),
            rising=int((known == np.inf).sum()),
            falling=int((known == -np.inf).sum()),
            total=float(finite.sum()),
            mean=mean,
            squares=float(((finite - mean) ** 2).sum()),
            counts=counts,
        )

    def plus(self, other: Tally) -> Tally:
        """This and, later, that."""
        n, m = self.finite, other.finite
        between = other.mean - self.mean
        both = max(n + m, 1)
        return Tally(
            self.games + other.games,
            self.unknown + other.unknown,
            self.rising + other.rising,
            self.falling + other.falling,
            self.total + other.total,
            self.mean + between * m / both,
            self.squares + other.squares + between * between * n * m / both,
            self.counts + other.counts,
        )


def tallies(asked: Sequence[Asked], values: Values) -> list[Tally]:
    """One for each question."""
    return [_tally(item, values) for item in asked]


def _tally(item: Asked, values: Values) -> Tally:
    main = values[item.main]
    counted = isinstance(item.question.query, Distribution | Quantile)
    if item.given is None:
        return Tally.of(main, counted)
    given = values[item.given]
    kept: Any = np.where(np.isnan(given), np.nan, main)[given != 0]
    return Tally.of(kept, counted)
