"""Rows spread over ranks -> PETSc's matrix and linear solver, as factors that refinement can use.

(leaving - A) x = right is one AIJ matrix over all ranks, solved column by column with a KSP; the residuals are computed
from the rows themselves (see `rows`), never taken from PETSc.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.bounds import UNIT
from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.local import Local
from oddsmith_plugins.solvers.petsc_parts.method import Method
from oddsmith_plugins.solvers.petsc_parts.settings import blamed, placed
from oddsmith_plugins.solvers.rows import residuals, shortfall

Vector = NDArray[np.float64]
ITERATED = 4 * UNIT
"""What counts as a rounding error of a value that comes from iteration: it is not worth while to go below."""
FACTORED = 8 * UNIT**2
"""The same with factors: the last digits of a value in two parts. Values that should be equal differ in them."""


@dataclass
class Krylov:
    """One matrix and one way to solve with it; a context manager, because PETSc's objects must be destroyed."""

    local: Local
    method: Method
    comm: Any
    context: Context
    iterations: int = 0
    stopped: BaseException | None = None
    _kept: ExitStack = field(default_factory=ExitStack, repr=False)
    _heard: bool = False

    def __enter__(self) -> Krylov:
        with ExitStack() as kept, blamed(self.method.given):
            self._set_up(kept)
            self._kept = kept.pop_all()
        return self

    def _set_up(self, kept: ExitStack) -> None:
        """Matrix, vectors and solver; what was made is destroyed in the end, also after a mistake in the options."""
        share = self.local.share
        library, shape = petsc(), (share.size, share.total)
        self.matrix = library.Mat().createAIJ((shape, shape), csr=self.local.matrix(), comm=self.comm)
        kept.callback(self.matrix.destroy)
        self.right, self.left = self.matrix.createVecs()
        kept.callback(self.right.destroy)
        kept.callback(self.left.destroy)
        self.ksp = library.KSP().create(self.comm)
        kept.callback(self.ksp.destroy)
        self.ksp.setOperators(self.matrix)
        self.placed = kept.enter_context(placed(self.ksp, self.method.settings))
        self.ksp.setFromOptions()
        self.ksp.setMonitor(self._watch)
        self.task = self.context.monitor.task(f"PETSc {self.title}", "iterations")
        kept.callback(self.task.finish)

    @property
    def iterative(self) -> bool:
        """Whether it iterates at all; else it only applies its preconditioner, which are factors."""
        return bool(self.ksp.getType() != "preonly")

    @property
    def doubt(self) -> float:
        """Differences of solutions so much smaller than they are may be errors that refinement has left."""
        return 1e-12 if self.iterative else UNIT

    @property
    def title(self) -> str:
        """The method and its preconditioner, as PETSc calls them."""
        return f"{self.ksp.getType()} with {self.ksp.getPC().getType()}"

    def __exit__(self, *_: object) -> None:
        self._kept.close()

    def _watch(self, ksp: Any, iteration: int, norm: float) -> None:
        """Progress and limits; PETSc would lose the error that ends it, so it is kept."""
        try:
            self.task.advance(self.iterations + iteration, note=f"residual {norm:.1e}")
            self.context.check()
        except BaseException as error:
            self.stopped = error
            raise

    def solve(self, right: Vector) -> Vector:
        """About x with (leaving) x - A x = right, column by column."""
        x = np.zeros_like(right)
        size = self.greatest(np.abs(right))
        for c in np.flatnonzero(size > 0).tolist():
            if not np.isfinite(size[c]):
                x[:, c] = np.nan
                continue
            power = int(np.frexp(size[c])[1])
            self.right.setArray(np.ldexp(right[:, c], -power))
            self._apply()
            x[:, c] = np.ldexp(self.left.getArray(readonly=True), power)
        return x

    def _apply(self) -> None:
        self.left.set(0.0)
        try:
            with blamed(self.method.given):
                self.ksp.solve(self.right, self.left)
        finally:
            if self.stopped is not None:
                raise self.stopped
        self.iterations += max(self.ksp.getIterationNumber(), 0)
        if not self._heard:
            self.placed.complain(self.method.given)
            self._heard = True

    def residuals(self, constant: Vector, high: Vector, low: Vector) -> tuple[Vector, Vector]:
        """The residual of high + low, and a bound of the rounding errors in it."""
        rest, slack = residuals(self.local.graph, constant, self._spread(high), self._spread(low))
        grain = ITERATED if self.iterative else FACTORED
        worth = self.local.leaving[:, None] * np.abs(high)
        return rest, np.maximum(slack, grain * worth) + 2 * self.local.vague[:, None] * np.abs(high)

    def shortfall(self, wanted: Vector, e: Vector) -> Vector:
        """What (leaving) e - A e lacks of what is wanted; 0 where it is surely enough."""
        *rows, leak = self.local.graph
        least = np.maximum(leak - 2 * self.local.vague, 0.0)
        return shortfall((*rows, least), wanted, self._spread(e))

    def greatest(self, values: Vector) -> Vector:
        """Per column the greatest of all rows of all ranks; infinite where one is not a number."""
        own = np.nan_to_num(values.max(axis=0, initial=0.0), nan=np.inf, posinf=np.inf)
        if self.comm.size == 1:
            return own
        from mpi4py import MPI

        found = np.empty_like(own)
        self.comm.tompi4py().Allreduce(own, found, MPI.MAX)
        return found

    def _spread(self, values: Vector) -> Vector:
        """Values of the own rows, and behind them those that other ranks hold."""
        if self.comm.size == 1:
            return values
        library, share = petsc(), self.local.share
        around = np.empty((share.size + len(self.local.other), values.shape[1]))
        around[: share.size] = values
        if share.exchange is not None:
            for c in range(values.shape[1]):
                around[share.size :, c] = share.exchange(np.ascontiguousarray(values[:, c]))
            return around
        with ExitStack() as kept:
            numbers = library.IS().createGeneral(self.local.other, comm=library.COMM_SELF)
            kept.callback(numbers.destroy)
            found = library.Vec().createSeq(len(self.local.other), comm=library.COMM_SELF)
            kept.callback(found.destroy)
            scatter = library.Scatter().create(self.right, numbers, found, None)
            kept.callback(scatter.destroy)
            for c in range(values.shape[1]):
                self.right.setArray(values[:, c])
                scatter.scatter(self.right, found)
                around[share.size :, c] = found.getArray(readonly=True)
        return around
