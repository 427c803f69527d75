"""A problem and solvers -> those that fit, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.solve.problem import Problem, Promise
from oddsmith.solve.solver import Solver

INFINITY = float("inf")
"""The expected time of a solver that fits but does not suit."""


class NoSolverError(Exception):
    """No solver fits a problem; the text says for each what is missing."""


def applicable(problem: Problem, solvers: Iterable[Solver]) -> tuple[Solver, ...]:
    """The solvers whose needs are met; NoSolverError if there is none."""
    solvers = tuple(solvers)
    fitting = tuple(solver for solver in solvers if not solver.missing(problem))
    if not fitting:
        raise NoSolverError(refusal(problem, solvers))
    return fitting


def refusal(problem: Problem, solvers: Iterable[Solver]) -> str:
    """For each solver what it misses."""
    lines = [
        f"  {solver.name} needs: " + "; ".join(sorted(trait.value for trait in solver.missing(problem)))
        for solver in solvers
    ]
    return "\n".join(["no solver fits this question", *lines]) if lines else "no solver is installed"


def reason(problem: Problem, chosen: Solver, candidates: Iterable[Solver]) -> str:
    """Why this one, in a few words, with the time that it and the others are expected to take."""
    costs = {solver.name: solver.cost(problem) for solver in candidates}
    own = costs.pop(chosen.name)
    costs = {name: cost for name, cost in costs.items() if cost < INFINITY}
    if not costs:
        return f"nothing else suits: about {own:.2g} s"
    if own <= min(costs.values()):
        why = "expected to be quickest"
    else:
        why = "for its fractions" if Promise.EXACT in chosen.promises else "preferred for such problems"
    return f"{why}: about {own:.2g} s ({', '.join(f'{name} {cost:.2g} s' for name, cost in costs.items())})"
