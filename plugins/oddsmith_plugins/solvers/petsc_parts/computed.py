"""A game with turns that go round -> answers that all ranks find together, from vectors that are spread over them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from oddsmith.plugin import Context, Found, NoRoundsError, Process, UnsuitableError, rotation_of, rounds_of
from oddsmith_plugins.solvers.petsc_parts.settings import Settings
from oddsmith_plugins.solvers.petsc_parts.shell import MIXING, OWN, Accelerated
from oddsmith_plugins.solvers.petsc_parts.spread_operator import SpreadOperator, spread_axis
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
from oddsmith_plugins.solvers.rounds import find_all
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.operator import Meter, Operator
from oddsmith_plugins.solvers.rounds_parts.planner import Method, Planner
from oddsmith_plugins.solvers.rounds_parts.program import Recipe
from oddsmith_plugins.solvers.rounds_parts.workshop import Workshop

ShellAccelerator = Literal["auto", "plain", "ksp", "snes"]
RESTART = 30
"""Directions that PETSc's GMRES remembers unless it is told otherwise."""
WORK_VECTORS = {
    "bcgs": 6, "fbcgs": 7, "fbcgsr": 8, "cgs": 7, "tfqmr": 9, "tcqmr": 11, "qmrcgs": 10, "richardson": 2, "idr": 20,
}  # fmt: skip
"""Of PETSc's methods with a fixed number of them (idr: with its usual depth)."""


def work_vectors(kind: Literal["ksp", "snes"], given: Settings) -> int:
    """Vectors that PETSc takes for a method."""
    options = dict(given)
    if kind == "snes":
        return 2 * int(options.get("snes_anderson_m", dict(MIXING)["snes_anderson_m"])) + 6
    name = options.get("ksp_type", "bcgs")
    restart = int(options.get("ksp_gmres_restart", options.get("ksp_gcr_restart", RESTART)))
    twice = name in ("fgmres", "gcr", "pipefgmres", "pipegcr")
    return WORK_VECTORS.get(name, (1 + twice) * restart + 5)


@dataclass(frozen=True)
class ShellPlanner(Planner):
    """Chooses between plain rounds and PETSc."""

    ways: tuple[Method, ...] = ()
    asked: bool = False
    """Whether the first way is what the user wants."""

    def at_once(self) -> Method | None:
        return self.ways[0] if self.asked else None

    def best(self) -> Method | None:
        return next((way for way in self.ways if way.vectors * self.vector <= self.available), None)


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
        kinds: tuple[Literal["ksp", "snes"], ...] = ("ksp",)
        if self.accelerator == "snes" or any(name.startswith("snes_") for name, _ in self.options):
            kinds = ("snes",)
        ways = tuple(self._way(kind) for kind in kinds)
        asked = self.accelerator in ("ksp", "snes") or (self.accelerator == "auto" and bool(self.options))
        base = Planner.of("plain" if self.accelerator == "plain" else "auto", 0, operator)
        share = 1 if self.context.limits.memory is not None else self.team.neighbours()
        available = int(self.team.join(base.available / share, "min"))
        vector = int(self.team.join(base.vector, "max"))
        return ShellPlanner(base.wanted, 0, available, vector, base.within_reach, ways, asked)

    def _way(self, kind: Literal["ksp", "snes"]) -> Method:
        run = Accelerated(kind, self.options, self.team, self._due)
        own = dict(run.choice.settings)
        name = own.get(f"{kind}_type", kind)
        return Method(f"PETSc's {name}", run, 0, work_vectors(kind, self.options) + OWN)

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
