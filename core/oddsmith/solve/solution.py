"""What a solver returns: values, bounds, strategy, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray


class Status(Enum):
    """How a solver ended; the value is the advice to the user."""

    DONE = "the asked precision was reached"
    LOOSE = "the bounds are wider than asked: allow more iterations, or take another --solver"
    OPEN = "the bounds do not decide the comparison: take a smaller --precision, more --games, or --solver exact"
    SHORT = "following the strategy is worth less than the answer: take another --solver, or a smaller --precision"
    FAILED = "no bounds could be established: take another --solver, or look for a mistake in the game"
    UNDEFINED = "there is no answer: what stands behind `given` never happens"
    LATE = "the time was over before all games were played: allow more with --max-time, or ask for less"
    INTERRUPTED = "interrupted: this is what was found until then"
    MISSING = "there is no answer: the game is too large for this question here, the notes say why"


@dataclass(frozen=True)
class Solution:
    """Values [n, k] with certified bounds; fixed states carry their known values."""

    value: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    method: str
    """One phrase for the user: `interval iteration, 312 sweeps`."""
    status: Status = Status.DONE
    strategy: NDArray[np.int64] | None = None
    """[n]; the chosen choice (index into choices) of each state, -1 where nothing is decided. Column 0."""
    exact: tuple[tuple[Fraction | float, ...], ...] | None = None
    """[k][n]."""
    stats: dict[str, float] = field(default_factory=dict)
