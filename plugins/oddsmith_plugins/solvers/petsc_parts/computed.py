"""A game with turns that go round -> answers that all ranks find together, from vectors that are spread over them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from oddsmith.plugin import Context, Found, NoRoundsError, Process, UnsuitableError, rotation_of, rounds_of
from oddsmith_plugins.solvers.petsc_parts.settings import Settings
from oddsmith_plugins.solvers.petsc_parts.shell import OWN, Accelerated
from oddsmith_plugins.solvers.petsc_parts.spread_operator import SpreadOperator, spread_axis
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.operator import Meter, Operator
from oddsmith_plugins.solvers.rounds_parts.planner import Method, Planner
from oddsmith_plugins.solvers.rounds_parts.program import Recipe
from oddsmith_plugins.solvers.rounds_parts.work import find_all
from oddsmith_plugins.solvers.rounds_parts.workshop import Workshop

ShellAccelerator = Literal["auto", "plain", "ksp", "snes"]
RESTART = 30
"""Directions that methods which remember them keep, unless they are told otherwise."""
DEPTHS = ("ksp_gmres_restart", "ksp_gcr_restart", "ksp_fgmres_restart", "snes_anderson_m", "snes_ngmres_m")
WORK_VECTORS = {
    "bcgs": 6, "fbcgs": 8, "fbcgsr": 8, "bcgsl": 10, "pipebcgs": 15, "cgs": 7, "tfqmr": 9, "tcqmr": 17, "qmrcgs": 14,
    "richardson": 2, "chebyshev": 22, "idr": 16,
}  # fmt: skip
"""Of PETSc's methods with a fixed number of them, with their usual settings; measured."""
Kind = Literal["ksp", "snes"]


def work_vectors(kind: Kind, settings: Settings) -> int:
    """Vectors that PETSc takes for a method; for one that is not known, rather too many."""
    options = dict(settings)
    name = options[f"{kind}_type"]
    if name in WORK_VECTORS:
        return WORK_VECTORS[name]
    depth = max(_number(options.get(key), 0) for key in DEPTHS) or RESTART
    return depth + 10 if name in ("gmres", "lgmres", "pgmres") else 2 * depth + 9


def _number(text: str | None, default: int) -> int:
    """PETSc itself refuses what is none."""
    return int(text) if text is not None and text.isdecimal() else default


@dataclass(frozen=True)
class ShellPlanner(Planner):
    """Chooses between plain rounds and PETSc."""

    way: Method = field(kw_only=True)
    """How PETSc would do it."""
    asked: bool = False
    """Whether that is what the user wants."""

    def at_once(self) -> Method | None:
        return self.way if self.asked else None

    def best(self) -> Method | None:
        return self.way if self.way.vectors * self.vector <= self.available else None


@dataclass(frozen=True)
class Shared:
    """The solver for one process on all ranks."""

    accelerator: ShellAccelerator
    options: Settings
    context: Context
    team: RankTeam

    def find(self, process: Process) -> Found:
        try:
            rounds = rounds_of(process)
            rotation = rotation_of(process, rounds)
            spread_axis(rounds, self.team.size)
        except NoRoundsError as error:
            raise UnsuitableError(str(error)) from None
        meter = Meter()
        made: list[SpreadOperator] = []

        def operate(recipe: Recipe) -> Operator:
            made[:] = [SpreadOperator(recipe, self.context, team=self.team, meter=meter)]
            return made[0]

        with self.context.keeper.keeping():
            ledger = Ledger(self.context, self.team)
            workshop = Workshop(process, rounds, rotation, self.context, operate, self.plan, ledger)
            found = find_all(workshop, meter)
        return replace(found, note=f"{found.note}{self._told(made, meter)}")

    def plan(self, operator: Operator) -> Planner:
        """The same on all ranks."""
        given = any(name.startswith("snes_") for name, _ in self.options)
        kind: Kind = "snes" if self.accelerator == "snes" or (self.accelerator == "auto" and given) else "ksp"
        asked = self.accelerator in ("ksp", "snes") or (self.accelerator == "auto" and bool(self.options))
        base = Planner.of("plain" if self.accelerator == "plain" else "auto", 0, operator)
        share = 1 if self.context.limits.memory is not None else self.team.neighbours()
        available = int(self.team.join(base.available / share, "min"))
        vector = int(self.team.join(base.vector, "max"))
        return ShellPlanner(base.wanted, 0, available, vector, base.within_reach, way=self._way(kind), asked=asked)

    def _way(self, kind: Kind) -> Method:
        run = Accelerated(kind, self.options, self.team, self._due)
        settings = run.choice.settings
        return Method(f"PETSc's {dict(settings)[f'{kind}_type']}", run, 0, OWN + work_vectors(kind, settings))

    def _due(self) -> bool:
        return self.team.tell(self.team.rank == 0 and self.context.keeper.due())

    def _told(self, made: list[SpreadOperator], meter: Meter) -> str:
        if self.team.size == 1 or not made:
            return ""
        moved = self.team.join(float(made[0].moved), "sum") * meter.rounds / 1e9
        return f", by {self.team.size} ranks, which sent each other {moved:,.1f} GB"


def find_computed(process: Process, accelerator: ShellAccelerator, options: Settings, context: Context) -> Found:
    """Called on all ranks at once; the same answers on all of them."""
    from mpi4py import MPI

    return Shared(accelerator, options, context, RankTeam(MPI.COMM_WORLD.Dup())).find(process)
