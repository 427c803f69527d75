"""Stored chains and decision processes -> proved values by PETSc's linear solvers.

A chain is one system of equations for all columns (see `petsc_parts.linear`); where one side decides, policies are
evaluated by PETSc and improved as in `policy_iteration`. On several ranks each explores and stores its part of the
game (see `petsc_parts.spread`). Never chosen where nobody asked for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import ClassVar, Literal

import numpy as np

from oddsmith.plugin import (
    Context,
    Found,
    Outlook,
    Problem,
    Process,
    ProcessSolver,
    Promise,
    Solution,
    Solver,
    Trait,
    UnavailableError,
    UnsuitableError,
    hookimpl,
)
from oddsmith_plugins.solvers.bounds import present
from oddsmith_plugins.solvers.magnitude import magnified, shrink
from oddsmith_plugins.solvers.petsc_parts.library import missing
from oddsmith_plugins.solvers.petsc_parts.settings import PREFIXES, Settings
from oddsmith_plugins.solvers.rounds import RoundsSolver
from oddsmith_plugins.solvers.system import scatter, system_of

if (reason := missing()) is not None:
    raise UnavailableError(reason)


@dataclass(frozen=True)
class Petsc(ProcessSolver):
    """PETSc's linear solvers, on one or many ranks; its options by their own names."""

    rounds: int = 1000
    """Most policies tried where something is decided."""
    storage: Literal["auto", "stored", "computed"] = "auto"
    """Whether transitions are stored, or computed where turns go round; `auto` computes those of large games."""
    accelerator: Literal["auto", "plain", "ksp", "snes"] = "auto"
    """How computed rounds are summed up; `auto` begins plainly and changes over if that would take long."""
    library: Settings = field(default=(), metadata={"prefixes": PREFIXES})
    """Options of PETSc, with the names of its manual: ksp_type=bcgs, pc_type=asm, sub_pc_type=lu, ksp_rtol=1e-6. One
    that PETSc does not ask for is refused. Without them: factors for small games, BiCGStab with incomplete factors for
    larger ones."""

    name: ClassVar[str] = "petsc"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.STORED, Trait.UNBOUNDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS, Promise.STRATEGY})

    spreads: ClassVar[bool] = True

    def takes(self, process: Process, context: Context) -> bool:
        return context.ranks > 1 or self.computes(process)

    def computes(self, process: Process) -> bool:
        """Whether transitions are computed anew each time, if that is possible."""
        return self.storage == "computed" or (self.storage == "auto" and RoundsSolver().suits(process))

    def suits(self, process: Process) -> bool:
        return False

    def outlook(self, process: Process, context: Context) -> Outlook:
        raise UnsuitableError("it stores the transitions")

    def find(self, process: Process, context: Context) -> Found:
        """On several ranks the game is not stored in one place, so it is explored and solved by all of them."""
        from oddsmith_plugins.solvers.petsc_parts.computed import find_computed
        from oddsmith_plugins.solvers.petsc_parts.spread import find_spread

        if self.computes(process):
            try:
                return find_computed(process, self.accelerator, self.library, context)
            except UnsuitableError as error:
                if self.storage == "computed" or context.ranks == 1:
                    raise
                context.monitor.message(f"the transitions are stored: {error}")
        return find_spread(process, self.library, context)

    @classmethod
    def missing(cls, problem: Problem) -> frozenset[Trait]:
        decided = frozenset() if Trait.CHAIN in problem.traits else frozenset({Trait.ONE_SIDED})
        return (cls.requires | decided) - problem.traits

    def cost(self, problem: Problem) -> float:
        return inf

    def solve(self, problem: Problem, context: Context) -> Solution:
        from oddsmith_plugins.solvers.petsc_parts.library import petsc
        from oddsmith_plugins.solvers.petsc_parts.linear import solve_linear
        from oddsmith_plugins.solvers.petsc_parts.policies import decided, share_of

        if problem.side is not None:
            return decided(problem, context, self.rounds, self.library)
        system, power = magnified(system_of(problem))
        asked = None if problem.whole else [system.initial]
        solved = solve_linear(share_of(system), system.constant, self.library, petsc().COMM_SELF, context, asked)
        shrink(solved.lower, power, -np.inf)
        shrink(solved.upper, power, np.inf)
        lower, upper = scatter(problem, system, solved.lower), scatter(problem, system, solved.upper)
        return present(problem, context, lower, upper, solved.method)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Petsc,)
