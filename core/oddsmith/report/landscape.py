"""Values at many states -> figures: a curve over one variable, a map or a landscape over two."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.report.figure import Figure, Series

Column = NDArray[Any]
Named = tuple[str, Column]
"""A variable and its values, state by state."""

MOST_CELLS = 250_000
"""Of a map or a landscape."""
DIGITS = 10
"""Significant digits of what is drawn."""


def landscape(kind: str, title: str, x: Named, y: Named, heights: NDArray[np.float64]) -> Figure:
    """A map (`heat`) or a landscape (`surface`); what cannot be reached, or is infinite, stays empty.

    ValueError where two states would share a place, or where it is too large.
    """
    xs, across = np.unique(x[1], return_inverse=True)
    ys, up = np.unique(y[1], return_inverse=True)
    if len(xs) * len(ys) > MOST_CELLS:
        raise ValueError(f"it would have {len(xs) * len(ys):,} cells")
    if len(np.unique(up * len(xs) + across)) < len(heights):
        raise ValueError(f"several states have the same {x[0]} and {y[0]}; say with `where` which of them are meant")
    z = np.full((len(ys), len(xs)), np.nan)
    z[up, across] = heights
    rows = tuple(tuple(drawable(value) for value in row) for row in z)
    return Figure(kind, title, x[0], y[0], xs=_names(xs), ys=_names(ys), z=rows)


def profile(name: str, x: Column, heights: NDArray[np.float64]) -> Series:
    """One value for each state, in the order of a variable."""
    order = np.argsort(x, kind="stable")
    return Series(name, _names(x[order]), tuple(drawable(value) for value in heights[order]))


def drawable(value: float) -> float | None:
    """A height, with no more digits than a reader can use; None: nothing can be drawn."""
    return float(f"{value:.{DIGITS}g}") if np.isfinite(value) else None


def _names(values: Column) -> tuple[float | str, ...]:
    """Along an axis: numbers stay numbers, all others are words."""
    found = values.tolist()
    return tuple(str(value).lower() if isinstance(value, bool) else value for value in found)
