"""Decision process of one side -> proved values and a strategy, by policy iteration with PETSc's factors inside.

See `policy_iteration`; each policy's chain is one matrix in PETSc. Where a method (see `method`) does not lead to
narrow bounds, the search begins again with the next one.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field, replace

import numpy as np

from oddsmith.plugin import Context, Problem, Solution, Status
from oddsmith_plugins.solvers.petsc_parts.krylov import Krylov
from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.local import local_of
from oddsmith_plugins.solvers.petsc_parts.method import methods
from oddsmith_plugins.solvers.petsc_parts.settings import Settings
from oddsmith_plugins.solvers.petsc_parts.share import Share
from oddsmith_plugins.solvers.policy_iteration import optimised
from oddsmith_plugins.solvers.rows import graph_of
from oddsmith_plugins.solvers.system import System


def share_of(system: System) -> Share:
    """A chain as the share of a single rank."""
    _, start, column, weight, leak = graph_of(system)
    return Share(0, system.size, start, column.astype(np.int64), weight, leak)


@dataclass
class Evaluations:
    """Makes PETSc's solver for policy after policy; the one before is destroyed."""

    library: Settings
    attempt: int = 0
    """Which of the methods is taken."""
    title: str = ""
    last: bool = True
    """Whether there is no other method to try."""
    _newest: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Evaluations:
        return self

    def __exit__(self, *_: object) -> None:
        self._newest.close()

    def __call__(self, system: System, context: Context) -> Krylov:
        self._newest.close()
        ways = methods(system.size, 1, self.library)
        self.last = self.attempt + 1 >= len(ways)
        krylov = Krylov(local_of(share_of(system)), ways[self.attempt], petsc().COMM_SELF, context)
        krylov = self._newest.enter_context(krylov)
        self.title = krylov.title
        return krylov


def decided(problem: Problem, context: Context, rounds: int, library: Settings) -> Solution:
    """Policy iteration with one method after the other, until the bounds are narrow."""
    attempt = 0
    while True:
        with Evaluations(library, attempt) as evaluations:
            solution = optimised(problem, context, rounds, evaluations, " with PETSc")
        solution = replace(solution, method=f"{solution.method} ({evaluations.title})")
        if solution.status is Status.DONE or evaluations.last:
            return solution
        context.monitor.message(f"PETSc: {evaluations.title} does not lead to narrow bounds")
        attempt += 1
