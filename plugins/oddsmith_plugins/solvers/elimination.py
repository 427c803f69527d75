"""Packed equations of a chain -> factors by subtraction-free elimination, and solutions for any right-hand side.

Eliminating state i from the rest adds  a(j,i) a(i,k) / d(i)  to a(j,k), where the pivot d(i) is the sum of all weights
that still leave i: positive numbers are only added, multiplied and divided, so every entry is right to a few units in
the last place times the number of steps, however badly conditioned the equations are (Grassmann, Taksar & Heyman 1985;
O'Cinneide 1993). Each component is stored as a band in the order of its positions (breadth-first, hence narrow).
Components too wide for that are left to a sparse LU factorisation (SuperLU through scipy), whose errors the refinement
and the certificate have to mend.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, Context, LimitError, compiled, f64, i32, i64, tail
from oddsmith_plugins.solvers.parts import runs
from oddsmith_plugins.solvers.rows import graph_of, residuals, shortfall
from oddsmith_plugins.solvers.system import System

BAND_WORK = 2e10
"""Multiplications that eliminating a band may take."""
SPARSE_SIZE = 60_000
"""States up to which a component is left to sparse factorisation."""

Vector = NDArray[np.float64]


@compiled
def band_widths(
    first: i64, last: i64, component_start: Array[i64], row_start: Array[i64], column: Array[i32], width: Array[i64]
):
    """The greatest distance between positions that a step within each component bridges."""
    for k in range(first, last):
        low = component_start[k]
        high = component_start[k + 1]
        widest = 0
        if high - low > 1:
            for i in range(low, high):
                for t in range(row_start[i], row_start[i + 1]):
                    if low <= column[t] < high:
                        widest = max(widest, abs(column[t] - i))
        width[k] = widest


@compiled
def fill_band(
    low: i64,
    high: i64,
    width: i64,
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    leak: Array[f64],
    band: Array[f64],
    out: Array[f64],
):
    """Row i of the band holds the weights to positions i - width .. i + width; `out` those that leave the component."""
    span = 2 * width + 1
    for i in range(low, high):
        leaving = leak[i]
        for t in range(row_start[i], row_start[i + 1]):
            target = column[t]
            if low <= target < high:
                band[(i - low) * span + target - i + width] += weight[t]
            else:
                leaving += weight[t]
        out[i] = leaving


@compiled
def eliminate(begin: i64, end: i64, size: i64, width: i64, band: Array[f64], out: Array[f64], pivot: Array[f64]):
    """Eliminate states begin..end of a band; factors take the place of the weights below the diagonal."""
    span = 2 * width + 1
    for i in range(begin, end):
        reach = min(width, size - 1 - i)
        row = i * span + width
        total = out[i]
        for d in range(1, reach + 1):
            total += band[row + d]
        pivot[i] = total
        for below in range(1, reach + 1):
            other = (i + below) * span + width - below
            if band[other] > 0.0:
                factor = band[other] / total
                band[other] = factor
                out[i + below] += factor * out[i]
                for d in range(1, reach + 1):
                    if d != below:
                        band[other + d] += factor * band[row + d]


@compiled
def factor_bands(
    first: i64,
    last: i64,
    component_start: Array[i64],
    width: Array[i64],
    offset: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    leak: Array[f64],
    band: Array[f64],
    out: Array[f64],
    pivot: Array[f64],
):
    """Components first..last, whole. Single states have no band, only the sum of what leaves them as their pivot."""
    for k in range(first, last):
        low = component_start[k]
        size = component_start[k + 1] - low
        part = tail(band, offset[k])
        fill_band(low, low + size, width[k], row_start, column, weight, leak, part, out)
        if size == 1:
            pivot[low] = out[low]
        else:
            eliminate(0, size, size, width[k], part, tail(out, low), tail(pivot, low))


@compiled
def add_outside(
    low: i64, high: i64, columns: i64, row_start: Array[i64], column: Array[i32], weight: Array[f64], x: Array[f64]
):
    """Add to the right-hand sides low..high what the rest of x, already solved, contributes."""
    for i in range(low, high):
        for t in range(row_start[i], row_start[i + 1]):
            target = column[t]
            if target < low or target >= high:
                for c in range(columns):
                    x[i * columns + c] += weight[t] * x[target * columns + c]


@compiled
def substitute(
    first: i64,
    last: i64,
    columns: i64,
    component_start: Array[i64],
    width: Array[i64],
    offset: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    band: Array[f64],
    pivot: Array[f64],
    x: Array[f64],
):
    """Components first..last: x holds the right-hand sides and is replaced by the solution."""
    for k in range(first, last):
        low = component_start[k]
        high = component_start[k + 1]
        reach = width[k]
        span = 2 * reach + 1
        add_outside(low, high, columns, row_start, column, weight, x)
        for i in range(low, high):
            for d in range(1, min(reach, high - 1 - i) + 1):
                factor = band[offset[k] + (i + d - low) * span + reach - d]
                if factor > 0.0:
                    for c in range(columns):
                        x[(i + d) * columns + c] += factor * x[i * columns + c]
        for back in range(high - low):
            i = high - 1 - back
            row = offset[k] + (i - low) * span + reach
            for c in range(columns):
                total = x[i * columns + c]
                for d in range(1, min(reach, high - 1 - i) + 1):
                    total += band[row + d] * x[(i + d) * columns + c]
                x[i * columns + c] = total / pivot[i]


def widths(system: System) -> NDArray[np.int64]:
    """The band width of every component."""
    count = len(system.component_start) - 1
    width = np.zeros(count, np.int64)
    band_widths(0, count, system.component_start, system.row_start, system.column, width)
    return width


def band_work(sizes: NDArray[np.int64], width: NDArray[np.int64]) -> Vector:
    """Multiplications that eliminating each component as a band takes."""
    reach = np.minimum(width, sizes).astype(float)
    return sizes * reach * (reach + 4)


@dataclass
class Elimination:
    """The factors of one chain; `solve` may be called for many right-hand sides."""

    system: System
    context: Context
    graph: tuple[Any, ...] = field(init=False, repr=False)
    weight: Vector = field(init=False, repr=False)
    width: NDArray[np.int64] = field(init=False, repr=False)
    offset: NDArray[np.int64] = field(init=False, repr=False)
    band: Vector = field(init=False, repr=False)
    pivot: Vector = field(init=False, repr=False)
    sparse: dict[int, Any] = field(init=False, repr=False, default_factory=dict)
    doubt: float = field(init=False, repr=False, default=0.0)
    """Equal values come out equal, since nothing is subtracted."""

    def __post_init__(self) -> None:
        system = self.system
        self.graph = graph_of(system)
        self.weight = self.graph[3]
        self.width = widths(system)
        sizes = np.diff(system.component_start)
        work = band_work(sizes, self.width)
        wide = np.flatnonzero(work > BAND_WORK)
        self.width[wide] = work[wide] = 0
        cells = np.where(sizes > 1, sizes * (2 * self.width + 1), 1)
        cells[wide] = 0
        self.offset = np.concatenate([[0], np.cumsum(cells)]).astype(np.int64)
        self.context.need(8 * int(self.offset[-1]), "elimination", "take another --solver")
        self.band, self.pivot = np.zeros(int(self.offset[-1])), np.zeros(system.size)
        self._factor(work, set(wide.tolist()))

    def _factor(self, work: Vector, wide: set[int]) -> None:
        """Small components in runs, large ones in portions, too wide ones by sparse factorisation."""
        system, out = self.system, np.zeros(self.system.size)
        start, shape = system.component_start, (system.row_start, system.column, self.weight, system.leak)
        task = self.context.monitor.task("elimination", "states", system.size)
        for first, last in runs(len(work), np.flatnonzero(work > 1e7).tolist() + sorted(wide)):
            low, high = int(start[first]), int(start[last])
            if first in wide:
                self.sparse[first] = self._sparse_factors(low, high)
            elif work[first] > 1e7:
                band, reach = self.band[self.offset[first] : self.offset[last]], int(self.width[first])
                fill_band(low, high, reach, *shape, band, out)
                portion = max(1, int(2e8 / (reach * reach + 1)))
                for done in range(0, high - low, portion):
                    end = min(done + portion, high - low)
                    eliminate(done, end, high - low, reach, band, out[low:high], self.pivot[low:high])
                    task.advance(low + end)
                    self.context.check()
            else:
                for k in range(first, last, 10_000):
                    end = min(k + 10_000, last)
                    factor_bands(k, end, start, self.width, self.offset, *shape, self.band, out, self.pivot)
                    self.context.check()
        task.finish()

    def _sparse_factors(self, low: int, high: int) -> Any:
        from scipy.sparse import csc_matrix, csr_matrix, diags
        from scipy.sparse.linalg import splu

        system = self.system
        if high - low > SPARSE_SIZE:
            raise LimitError(
                f"a component of {high - low:,} states is too wide to be eliminated", "take another --solver"
            )
        begin, end = int(system.row_start[low]), int(system.row_start[high])
        columns = system.column[begin:end]
        inside = (columns >= low) & (columns < high)
        rows = np.repeat(np.arange(high - low), np.diff(system.row_start[low : high + 1]))
        weights = self.weight[begin:end]
        leaving = system.leak[low:high] + np.bincount(rows, weights, high - low)
        matrix = csr_matrix((weights[inside], (rows[inside], columns[inside] - low)), shape=(high - low, high - low))
        return splu(csc_matrix(diags(leaving) - matrix))

    def solve(self, right: Vector) -> Vector:
        """x with (leaving) x - A x = right, all columns at once."""
        system, x = self.system, right.copy()
        count, columns = len(system.component_start) - 1, x.shape[1]
        graph = (system.row_start, system.column, self.weight)
        for first, last in runs(count, sorted(self.sparse)):
            if first in self.sparse:
                low, high = int(system.component_start[first]), int(system.component_start[last])
                add_outside(low, high, columns, *graph, x.reshape(-1))
                x[low:high] = self.sparse[first].solve(x[low:high])
            else:
                substitute(
                    first, last, columns, system.component_start, self.width, self.offset, *graph,
                    self.band, self.pivot, x.reshape(-1),
                )  # fmt: skip
            self.context.check()
        return x

    def residuals(self, constant: Vector, high: Vector, low: Vector) -> tuple[Vector, Vector]:
        """The residual of high + low, and a bound of the rounding errors in it."""
        return residuals(self.graph, constant, high, low)

    def shortfall(self, wanted: Vector, e: Vector) -> Vector:
        """What (leaving) e - A e lacks of what is wanted; 0 where it is surely enough."""
        return shortfall(self.graph, wanted, e)

    def greatest(self, values: Vector) -> Vector:
        """Per column the greatest of all rows."""
        return values.max(axis=0, initial=0.0)
