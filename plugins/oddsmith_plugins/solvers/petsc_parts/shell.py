"""x = R x + b, R one round -> better and better x by PETSc's linear and nonlinear solvers, which never see a matrix.

    r = R x + b - x        (I - R) d = r by a KSP, or d - R d - r = 0 by a SNES        x := x + d

PETSc works on d with I - R as a shell matrix (or as the function); the residual is computed anew before every solve, so
what it calls converged only decides when that happens. A solve also ends when it is time for a checkpoint.
Preconditioners need entries, which a shell has not; without one all norms that PETSc knows are the true one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal

from oddsmith_plugins.solvers.petsc_parts.kept import wrapped
from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.method import Method as Choice
from oddsmith_plugins.solvers.petsc_parts.settings import Placed, Settings, blamed, placed
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
from oddsmith_plugins.solvers.rounds_parts.accelerate import Steps
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.summing import SAFETY
from oddsmith_plugins.solvers.rounds_parts.vectors import Vectors

# residuals may rise by far on the way: what comes of it is checked
KRYLOV: Settings = (
    ("ksp_type", "bcgs"), ("pc_type", "none"), ("ksp_divtol", "1e30"), ("ksp_max_it", "500"),
)  # fmt: skip
MIXING: Settings = (
    ("snes_type", "anderson"), ("snes_anderson_m", "5"), ("snes_divergence_tolerance", "1e30"), ("snes_max_it", "500"),
    ("snes_max_funcs", "-1"),
)  # fmt: skip
OWN = 3
"""Vectors besides those of PETSc: x, r, d."""
FEWEST = 10
"""Steps before a solve is cut short for a checkpoint: it has to begin again after that."""
LEAST_GAIN, MOST_GAIN = 0.02, 1e-12
"""The factors between which a solve is asked to reduce the residual."""
WORTH_WHILE = 0.9
"""A solve that does not reduce the residual to this part of it is the last one."""


@dataclass
class Shell:
    """The equations of one operator, as PETSc sees them."""

    vectors: Vectors
    due: Callable[[], bool]
    """Whether a checkpoint is due; the same on all ranks."""
    say: Callable[[float], None]
    """Tells the user the norm of the residual."""
    right: Vector
    cut: bool = False
    """Whether the last solve was cut short for a checkpoint."""
    stopped: BaseException | None = None

    def mult(self, _: Any, x: Any, y: Any) -> None:
        """y := x - R x."""
        self.vectors.without_round(y.getArray(), x.getArray(readonly=True))

    def function(self, _: Any, x: Any, y: Any) -> None:
        """y := x - R x - right."""
        self.mult(None, x, y)
        self.vectors.combine(y.getArray(), 1.0, (-1.0, self.right))

    def enough(self, step: int, norm: float) -> bool:
        """Whether to stop here, because something is to be done outside."""
        self.say(norm)
        try:
            self.vectors.operator.context.check()
        except BaseException as error:
            self.stopped = error
            return True
        self.cut = step >= FEWEST and self.due()
        return self.cut


class Linear:
    """A KSP."""

    def __init__(self, shell: Shell, team: RankTeam, kept: ExitStack, choice: Choice) -> None:
        library, size = petsc(), (len(shell.right), None)
        comm = library.Comm(team.comm)
        matrix = library.Mat().createPython((size, size), shell, comm)
        kept.callback(matrix.destroy)
        self.solver = library.KSP().create(comm)
        kept.callback(self.solver.destroy)
        self.solver.setOperators(matrix)
        self.placed: Placed = kept.enter_context(placed(self.solver, choice.settings))
        self.solver.setFromOptions()
        reason = library.KSP.ConvergedReason.CONVERGED_ITS
        self.solver.addConvergenceTest(lambda _, step, norm: reason if shell.enough(step, norm) else None, prepend=True)

    def solve(self, right: Any, d: Any) -> None:
        self.solver.solve(right, d)


class Nonlinear:
    """A SNES."""

    def __init__(self, shell: Shell, team: RankTeam, kept: ExitStack, choice: Choice) -> None:
        library = petsc()
        comm = library.Comm(team.comm)
        self.solver = library.SNES().create(comm)
        kept.callback(self.solver.destroy)
        residual = library.Vec().createMPI((len(shell.right), None), comm=comm)
        kept.callback(residual.destroy)
        self.solver.setFunction(shell.function, residual)
        self.placed: Placed = kept.enter_context(placed(self.solver, choice.settings))
        self.solver.setFromOptions()
        self.reasons = library.SNES.ConvergedReason
        self.shell, self.first = shell, 0.0
        self.solver.setConvergenceTest(self._test)

    def _test(self, solver: Any, step: int, norms: tuple[float, float, float]) -> Any:
        rtol, atol, *_ = solver.getTolerances()
        self.first = norms[2] if step == 0 else self.first
        if norms[2] <= max(rtol * self.first, atol):
            return self.reasons.CONVERGED_FNORM_RELATIVE
        return self.reasons.CONVERGED_ITS if self.shell.enough(step, norms[2]) else None

    def solve(self, _: Any, d: Any) -> None:
        self.solver.solve(None, d)


@dataclass(frozen=True)
class Accelerated:
    """A way to improve x; calling it is a generator of (rounds, largest residual)."""

    kind: Literal["ksp", "snes"]
    given: Settings
    team: RankTeam
    due: Callable[[], bool] = field(compare=False)

    @property
    def choice(self) -> Choice:
        return Choice(KRYLOV if self.kind == "ksp" else MIXING, self.given)

    def __call__(self, vectors: Vectors, x: Vector, _: int) -> Steps:
        operator, settings = vectors.operator, self.choice.settings
        r, d = operator.zeros(), operator.zeros()
        with ExitStack() as kept:
            shell = Shell(vectors, self.due, self._progress(operator, kept), r)
            with blamed(settings):
                solver = (Linear if self.kind == "ksp" else Nonlinear)(shell, self.team, kept, self.choice)
            right, left = (kept.enter_context(wrapped(v, self.team.comm)) for v in (r, d))
            begun, largest = operator.meter.rounds, inf
            while True:
                vectors.residual(r, x)
                before, largest = largest, vectors.combine(r, 1.0)
                if not (largest <= before or shell.cut):
                    vectors.combine(x, 1.0, (-1.0, d))
                if not (largest <= WORTH_WHILE * before or shell.cut):
                    return
                yield operator.meter.rounds - begun, largest
                self._aim(solver.solver, largest, abs(operator.at_start(x)), operator.context.precision)
                d[...], shell.cut = 0.0, False
                with blamed(settings):
                    solver.solve(right, left)
                if shell.stopped is not None:
                    raise shell.stopped
                solver.placed.complain(self.given)
                if not vectors.combine(d, 1.0) < inf:
                    return
                vectors.combine(x, 1.0, (1.0, d))

    def _progress(self, operator: Operator, kept: ExitStack) -> Callable[[float], None]:
        """One solve may take hours."""
        task, begun = operator.context.monitor.task("a solve of PETSc", "rounds"), operator.meter.rounds
        kept.callback(task.finish)
        return lambda norm: task.advance(operator.meter.rounds - begun, None, f"norm of the residual {norm:.1e}")

    def _aim(self, solver: Any, largest: float, value: float, precision: float) -> None:
        """Ask for as much as is needed, unless the user asks for something else."""
        if f"{self.kind}_rtol" in dict(self.given) or not largest > 0:
            return
        goal = precision / (4 * SAFETY) * (value or largest)
        solver.setTolerances(rtol=max(MOST_GAIN, min(LEAST_GAIN, goal / largest)))
