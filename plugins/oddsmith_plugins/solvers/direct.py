"""Chain -> proved values: subtraction-free elimination, component by component, refined until a certificate holds.

No stopping rule but the refinement's: see `elimination` (the factors) and `refinement` (the bounds). The cost does not
depend on how slowly the game ends, so this is the solver for random walks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np

from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Trait, hookimpl
from oddsmith_plugins.solvers.bounds import UNIT, present
from oddsmith_plugins.solvers.elimination import BAND_WORK, Elimination
from oddsmith_plugins.solvers.magnitude import magnified, shrink
from oddsmith_plugins.solvers.refinement import cover, refine
from oddsmith_plugins.solvers.structure import band_of
from oddsmith_plugins.solvers.system import scatter, system_of


@dataclass(frozen=True)
class Direct(Solver):
    """Elimination for chains whose components are small or narrow."""

    name: ClassVar[str] = "direct"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.CHAIN, Trait.STORED, Trait.UNBOUNDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

    def cost(self, problem: Problem) -> float:
        work, cells = band_of(problem, BAND_WORK)
        if cells > 3e8:
            return inf
        count = problem.transitions.count * problem.columns
        return 0.01 + 5e-10 * work + 4e-9 * cells * problem.columns + 1e-7 * count

    def solve(self, problem: Problem, context: Context) -> Solution:
        system, power = magnified(system_of(problem))
        elimination = Elimination(system, context)
        refined = refine(elimination, system.constant)
        error = cover(elimination, refined.wanted) + np.abs(refined.high) * 4 * UNIT
        low, high = refined.high - error, refined.high + error
        shrink(low, power, -np.inf)
        shrink(high, power, np.inf)
        lower, upper = scatter(problem, system, low), scatter(problem, system, high)
        plural = "" if refined.steps == 1 else "s"
        method = f"elimination, {refined.steps} refinement{plural}"
        largest = float(np.diff(system.component_start).max(initial=0))
        return present(problem, context, lower, upper, method, stats={"largest component": largest})


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Direct,)
