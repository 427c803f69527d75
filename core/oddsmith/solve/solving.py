"""Requests -> solutions: problems are posed, a solver is chosen for each, and each request gets its own columns."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from oddsmith.solve.desk import Desk
from oddsmith.solve.merge import merge
from oddsmith.solve.problem import Problem
from oddsmith.solve.request import Request, Solved
from oddsmith.solve.solver import Solver
from oddsmith.solve.sound import sound

ChooseSolver = Callable[[Problem], Solver]


def solve_all(
    requests: Sequence[Request], desk: Desk, choose_solver: ChooseSolver, keeping: Sequence[bool] = ()
) -> list[Solved]:
    """Each request's solution, in order; all states of it only where they are wanted (`keeping`, or by the request)."""
    results: dict[int, Solved] = {}
    for posed in merge(requests, desk.structure):
        began = time.perf_counter()
        solver = choose_solver(posed.problem)
        solution = sound(solver, posed.problem, solver.solve(posed.problem, desk.context))
        seconds = time.perf_counter() - began
        for position, column in posed.places:
            request = requests[position]
            solved = Solved(solution, column, solver.name, seconds, request.lift)
            whole = request.whole or (position < len(keeping) and keeping[position])
            results[position] = solved if whole else solved.narrowed(desk.initial)
        del posed, solution
    return [results[position] for position in range(len(requests))]
