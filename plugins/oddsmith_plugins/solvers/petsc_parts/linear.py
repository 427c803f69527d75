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
    vectors = 200 + 100 * right.shape[1]
    context.need(44 * len(share.column) + vectors * share.size, "PETSc's matrix and factors", MEMORY)
    local, rows = local_of(share), _rows(share, asked)
    lower, upper = np.full_like(right, -np.inf), np.full_like(right, np.inf)
    refined: Refined | None = None
    tried: list[str] = []
    width = np.inf
    for method in methods(share.total, comm.size, options):
        with Krylov(local, method, comm, context) as krylov:
            if not krylov.greatest(-right).any():
                np.maximum(lower, 0.0, out=lower)
            refined = refine(krylov, right, refined)
            error = cover(krylov, demand(krylov, refined, rows)) * (1 + 8 * UNIT) + np.abs(refined.high) * 4 * UNIT
            np.maximum(lower, refined.high - error, out=lower, where=np.isfinite(error))
            np.minimum(upper, refined.high + error, out=upper, where=np.isfinite(error))
            width = float(krylov.greatest(relative_widths(lower[rows], upper[rows])).max(initial=0.0))
            tried.append(krylov.title)
            plural = "" if krylov.iterations == 1 else "s"
            work = f"{krylov.iterations} iteration{plural}" if krylov.iterative else "factors"
        if width <= context.precision:
            break
        context.monitor.message(f"PETSc: {tried[-1]} proves bounds only to {width:.1g}")
    after = f" (after {', '.join(tried[:-1])})" if tried[:-1] else ""
    status = Status.DONE if width <= context.precision else Status.LOOSE
    x = np.zeros_like(right) if refined is None else refined.high
    return Solved(x, lower, upper, f"PETSc {tried[-1]}, {work}{after}", status)


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
