"""A system -> the same one with larger numbers, and back: values below the smallest number can then be told apart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from oddsmith_plugins.solvers.system import System

MAGNITUDE = 800
"""Binary exponent of the largest constant while sweeping."""
FAINT = 1e-290
"""Numbers below this may lose digits."""

Vector = NDArray[np.float64]


def magnified(system: System) -> tuple[System, NDArray[np.int64]]:
    """The system with columns multiplied by powers of two, so that values far below the largest can be told apart."""
    largest = np.abs(system.constant).max(axis=0, initial=0.0)
    power = MAGNITUDE - np.frexp(np.where(largest > 0, largest, 1.0))[1].astype(np.int64)
    return replace(system, constant=np.ldexp(system.constant, power)), power


def shrink(values: Vector, power: NDArray[np.int64], outwards: float) -> None:
    """Back to the original size, in place; what is too small for all its digits is moved outwards."""
    faint = values != 0
    np.ldexp(values, -power, out=values)
    faint &= np.abs(values) < FAINT
    values[faint] = np.nextafter(values[faint], outwards)
