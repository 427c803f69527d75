"""A solver -> the same one, with every solution compared with what was promised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from oddsmith.context import Context
from oddsmith.solve.problem import Problem, Promise, Trait
from oddsmith.solve.solution import Solution
from oddsmith.solve.solver import Solver
from oddsmith.solve.sound import fault

FREE: frozenset[Trait] = frozenset()


@dataclass(frozen=True)
class Watched(Solver):
    """Stands in for a solver, under its name."""

    watched: Solver

    name: ClassVar[str] = "watched"
    requires: ClassVar[frozenset[Trait]] = FREE
    promises: ClassVar[frozenset[Promise]] = frozenset()

    def cost(self, problem: Problem) -> float:
        return self.watched.cost(problem)

    def solve(self, problem: Problem, context: Context) -> Solution:
        cost = self.watched.cost(problem)
        assert cost >= 0, f"solver {self.watched.name}: cost says {cost}; it is a guess of seconds"
        solution = self.watched.solve(problem, context)
        _assert_sound(f"solver {self.watched.name}", self.watched, problem, solution)
        return solution


def _assert_sound(name: str, watched: Solver, problem: Problem, solution: Solution) -> None:
    wrong = fault(watched, problem, solution)
    assert not wrong, f"{name}: {wrong}"
    known = problem.known[problem.fixed]
    assert np.allclose(solution.value[problem.fixed], known), f"{name}: fixed states must keep their known values"
    if Promise.STRATEGY in watched.promises and Trait.CHAIN not in problem.traits and not problem.fixed.all():
        assert solution.strategy is not None, f"{name} promises STRATEGY, and `strategy` is None"
