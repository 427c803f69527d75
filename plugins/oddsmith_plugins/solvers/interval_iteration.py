"""Problems with cycles -> values by sweeps, with bounds that are proved afterwards.

Component by component, successors first (topological value iteration: Dai & Goldsmith 2007), Gauss-Seidel sweeps with
extrapolation (see `relaxation`) until the estimated error is below the asked precision; then the weight vector and the
two inequalities of `certificate`. Stops when the proved interval at the initial state is as narrow as asked, relative
to the value, in all columns; where sweeps stall, elimination or policy iteration takes over. Unlike interval iteration
in the literature only one sequence is iterated, and the second one is a solution of the same equations for a rough
weight vector.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Status, Trait, hookimpl
from oddsmith_plugins.solvers.bounds import is_nonnegative, present
from oddsmith_plugins.solvers.certificate import Bounds, certify
from oddsmith_plugins.solvers.direct import Direct
from oddsmith_plugins.solvers.elimination import SPARSE_SIZE
from oddsmith_plugins.solvers.magnitude import magnified, shrink
from oddsmith_plugins.solvers.parts import components_of
from oddsmith_plugins.solvers.policy_iteration import PolicyIteration
from oddsmith_plugins.solvers.relaxation import Relaxation, Vector
from oddsmith_plugins.solvers.system import System, system_of

COLUMNS_AT_ONCE = 4
"""Right-hand sides per sweep: so many fit into the registers and a cache line."""


@dataclass(frozen=True)
class IntervalIteration(Solver):
    """Sweeps over all states, and proved bounds; for large games with or without decisions."""

    name: ClassVar[str] = "interval-iteration"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.STORED, Trait.UNBOUNDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS, Promise.STRATEGY})

    @classmethod
    def missing(cls, problem: Problem) -> frozenset[Trait]:
        lacking = super().missing(problem)
        if not problem.traits & {Trait.CHAIN, Trait.STOPPING}:
            lacking |= {Trait.NONNEGATIVE, Trait.ONE_SIDED} - problem.traits
        return lacking

    def cost(self, problem: Problem) -> float:
        return 0.05 + problem.transitions.count * (0.5 + 0.5 * problem.columns) * 300 * 1e-9

    def solve(self, problem: Problem, context: Context) -> Solution:
        solution = self.iterate(problem, context)
        if solution.status is Status.DONE or largest_component(problem) > SPARSE_SIZE:
            return solution
        solver: Solver = Direct() if Trait.CHAIN in problem.traits else PolicyIteration()
        if solver.missing(problem):
            return solution
        context.monitor.message(f"{solution.method} were not enough: {solver.name} takes over")
        other = solver.solve(problem, context)
        return replace(other, method=f"{other.method} (sweeps stalled)") if other.status is Status.DONE else solution

    def iterate(self, problem: Problem, context: Context) -> Solution:
        """All columns, a few at a time."""
        system = system_of(problem)
        # a column without constants is zero everywhere; column 0 may be needed for the strategy
        active = np.flatnonzero((system.constant != 0).any(axis=0) | ((problem.side is not None) & (system.size > 0)))
        groups = -(-len(active) // COLUMNS_AT_ONCE)
        found: list[tuple[NDArray[np.int64], Bounds]] = []
        strategy: NDArray[np.int64] | None = None
        sweeps = 0
        with ThreadPoolExecutor(max(context.threads, 1)) as pool:
            for columns in np.array_split(active, max(groups, 1))[:groups]:
                bounds, spent, choices = solved(problem, system.take(columns), context, pool)
                strategy = choices if 0 in columns else strategy
                found.append((columns, bounds))
                sweeps += spent
        lower, upper = problem.known.copy(), problem.known.copy()
        for columns, bounds in found:
            lower[np.ix_(system.state, columns)] = bounds.lower
            upper[np.ix_(system.state, columns)] = bounds.upper
        method = f"interval iteration, {sweeps} sweep{'' if sweeps == 1 else 's'}"
        return present(problem, context, lower, upper, method, strategy, {"sweeps": float(sweeps)})


def largest_component(problem: Problem) -> int:
    return int(np.diff(components_of(problem).start).max(initial=0))


def solved(
    problem: Problem, system: System, context: Context, pool: ThreadPoolExecutor
) -> tuple[Bounds, int, NDArray[np.int64] | None]:
    """Bounds of some columns, the number of sweeps, and the best choices in the first of them."""
    system, power = magnified(system)
    relaxation = Relaxation(system, context, pool)
    x = np.zeros((system.size, system.columns))
    relaxation.solve(system.constant, x, context.precision)
    bounds = certify(relaxation, x, is_nonnegative(problem))
    shrink(bounds.lower, power, -np.inf)
    shrink(bounds.upper, power, np.inf)
    choices = None if problem.side is None else best_choices(problem, relaxation, x)
    return bounds, relaxation.sweeps, choices


def best_choices(problem: Problem, relaxation: Relaxation, x: Vector) -> NDArray[np.int64]:
    """The first of the best choices of every open state that has several, in column 0."""
    system: System = relaxation.system
    strategy = np.full(problem.transitions.size, -1, dtype=np.int64)
    if system.choice_start is None or system.size == 0:
        return strategy
    counts = np.diff(system.choice_start)
    owner = np.repeat(np.arange(system.size), counts)
    sign = np.where(system.maximise == 1, 1.0, -1.0)
    worth = relaxation.appraise(x)[:, 0] * sign[owner]
    top = np.maximum.reduceat(worth, system.choice_start[:-1])
    good = np.flatnonzero(worth >= (top - 1e-12 * np.abs(top))[owner])
    first = good[np.unique(owner[good], return_index=True)[1]]
    several = np.diff(problem.transitions.starts)[system.state] > 1
    strategy[system.state[several]] = system.choice[first[several]]
    return strategy


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (IntervalIteration,)
