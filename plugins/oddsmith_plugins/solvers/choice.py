"""A problem and the solvers that fit -> the name of the one to take.

Fractions where they cost next to nothing, one sweep where there is no cycle, else whatever is expected to be quickest:
elimination for narrow or small components (slow random walks must never be iterated), iteration for the rest.
"""

from __future__ import annotations

from oddsmith.plugin import Problem, Promise, Solver, Trait, hookimpl

CHEAP = 0.4
"""Seconds that fractions may take where nobody asked for them."""


def by_cost(problem: Problem, candidates: tuple[Solver, ...]) -> str | None:
    """The built-in answer; None where nothing fits, or all is hopeless."""
    exact = [s for s in candidates if Promise.EXACT in s.promises and s.cost(problem) <= CHEAP]
    if exact:
        return min(exact, key=lambda solver: solver.cost(problem)).name
    swept = [s.name for s in candidates if Trait.ACYCLIC in s.requires]
    if swept:
        return swept[0]
    bounded = [s for s in candidates if Promise.BOUNDS in s.promises and Promise.EXACT not in s.promises]
    costs = {solver.name: solver.cost(problem) for solver in bounded or candidates}
    return min(costs, key=lambda name: costs[name], default=None)


@hookimpl(trylast=True)
def oddsmith_choose_solver(problem: Problem, candidates: tuple[Solver, ...]) -> str | None:
    return by_cost(problem, candidates)
