"""Rows spread over ranks and right-hand sides -> solutions of x = A x + right by PETSc, with bounds proved afterwards.

PETSc's word that it has converged counts for nothing: the residual is recomputed from the rows, in double the usual
precision, refinement repeats the solve from where it stands, and the bounds come from a second solution e, whose
inequality (leaving) e - A e >= |residual| + rounding is checked row by row (see `refinement`). Where they are too wide,
the next of several methods goes on from the solution so far. All bounds that were proved hold together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, Status
from oddsmith_plugins.solvers.bounds import NEGLIGIBLE, UNIT
from oddsmith_plugins.solvers.petsc_parts.krylov import Krylov
from oddsmith_plugins.solvers.petsc_parts.local import local_of
from oddsmith_plugins.solvers.petsc_parts.method import methods
from oddsmith_plugins.solvers.petsc_parts.settings import Settings
from oddsmith_plugins.solvers.petsc_parts.share import Share
from oddsmith_plugins.solvers.refinement import Refined, cover, refine

Vector = NDArray[np.float64]
MEMORY = "allow more with --max-memory, spread it over more nodes with mpiexec, or take another --solver"


@dataclass(frozen=True)
class Solved:
    """The rows of one rank: values and proved bounds, infinite where there is no proof."""

    x: Vector
    lower: Vector
    upper: Vector
    method: str
    status: Status


def solve_linear(
    share: Share, right: Vector, options: Settings, comm: Any, context: Context, asked: Sequence[int] | None = None
) -> Solved:
    """Solve for all columns of `right`; narrow bounds are wanted at the asked rows (global numbers), else at all."""
    vectors = 250 + 8 * 3 * right.shape[1]
    context.need(44 * len(share.column) + vectors * share.size, "PETSc's matrix and factors", MEMORY)
    bench = Bench(right, _rows(share, asked), context.precision)
    local = local_of(share)
    tried: list[str] = []
    for method in methods(share.total, comm.size, options):
        with Krylov(local, method, comm, context) as krylov:
            bench.go_on(krylov)
            tried.append(krylov.title)
            plural = "" if krylov.iterations == 1 else "s"
            work = f"{krylov.iterations} iteration{plural}" if krylov.iterative else "factors"
        if not bench.open:
            break
        context.monitor.message(f"PETSc: {tried[-1]} proves bounds only to {bench.width:.1g}")
    after = f" (after {', '.join(tried[:-1])})" if tried[:-1] else ""
    status = Status.LOOSE if bench.open else Status.DONE
    return Solved(bench.x, bench.lower, bench.upper, f"PETSc {tried[-1]}, {work}{after}", status)


@dataclass
class Bench:
    """The columns of a right-hand side, and how far each of them is."""

    right: Vector
    rows: NDArray[np.int64]
    """The rows where narrow bounds are wanted."""
    precision: float
    width: float = np.inf
    """The widest relative interval of the columns that are not narrow enough."""

    def __post_init__(self) -> None:
        self.x = np.zeros_like(self.right)
        self.lower, self.upper = np.full_like(self.right, -np.inf), np.full_like(self.right, np.inf)
        self.open: dict[int, Refined | None] = dict.fromkeys(range(self.right.shape[1]))

    def go_on(self, krylov: Krylov) -> None:
        """Refine and prove all columns that are still open, one after the other: each needs a dozen vectors."""
        self.width = 0.0
        for c in list(self.open):
            self.column(krylov, c)

    def column(self, krylov: Krylov, c: int) -> None:
        """One column: solve, prove, and close it if it is narrow enough."""
        part = np.s_[:, c : c + 1]
        lower, upper, right = self.lower[part], self.upper[part], np.ascontiguousarray(self.right[part])
        refined = refine(krylov, right, self.open[c])
        error = cover(krylov, demand(krylov, refined, self.rows)) * (1 + 8 * UNIT) + np.abs(refined.high) * 4 * UNIT
        sure = np.isfinite(error)
        np.maximum(lower, refined.high - error, out=lower, where=sure)
        np.minimum(upper, refined.high + error, out=upper, where=sure)
        if not krylov.greatest(-right).any():
            np.maximum(lower, 0.0, out=lower)
        width = float(krylov.greatest(relative_widths(lower[self.rows], upper[self.rows])).max(initial=0.0))
        self.x[part], self.open[c] = refined.high, refined
        if width <= self.precision:
            del self.open[c]
        else:
            self.width = max(self.width, width)


def demand(krylov: Krylov, refined: Refined, rows: NDArray[np.int64]) -> Vector:
    """What the bound of the error has to cover: at least a rounding error of the asked values where anything is wanted.

    Iterations reach an accuracy relative to the largest value, so they cannot tell errors that are smaller by far.
    """
    if not krylov.iterative:
        return refined.wanted
    floor = UNIT * krylov.greatest(np.abs(refined.high[rows]))
    return np.where(refined.wanted > 0, np.maximum(refined.wanted, floor), 0.0)


def relative_widths(lower: Vector, upper: Vector) -> Vector:
    """Widths of intervals relative to their smallest magnitude; infinite where the sign is open."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        width = upper - lower
        size = np.where(np.sign(lower) == np.sign(upper), np.minimum(np.abs(lower), np.abs(upper)), 0.0)
        return np.where(width <= NEGLIGIBLE, 0.0, np.nan_to_num(width / size, nan=np.inf, posinf=np.inf))


def _rows(share: Share, asked: Sequence[int] | None) -> NDArray[np.int64]:
    """The asked rows among those of this rank."""
    if asked is None:
        return np.arange(share.size)
    numbers = np.array(asked, dtype=np.int64) - share.first
    return numbers[(numbers >= 0) & (numbers < share.size)]
