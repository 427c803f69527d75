"""A solver -> the same one, with every solution compared with what was promised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from oddsmith.context import Context
from oddsmith.solve.problem import Problem, Promise, Trait
from oddsmith.solve.solution import Solution
from oddsmith.solve.solver import Solver

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
        _assert_sound(f"solver {self.watched.name}", self.watched.promises, problem, solution)
        return solution


def _assert_sound(name: str, promises: frozenset[Promise], problem: Problem, solution: Solution) -> None:
    shape = (problem.transitions.size, problem.columns)
    for field in ("value", "lower", "upper"):
        found = getattr(solution, field)
        assert found.shape == shape, f"{name}: {field} has the shape {found.shape}, not (states, columns) = {shape}"
        assert not np.isnan(found).any(), f"{name}: {field} is not a number somewhere"
    assert (solution.lower <= solution.upper).all(), f"{name}: a lower bound lies above the upper one"
    known = problem.known[problem.fixed]
    assert np.allclose(solution.value[problem.fixed], known), f"{name}: fixed states must keep their known values"
    assert solution.method, f"{name}: `method` is the phrase that users read behind the answer; it is empty"
    if Promise.EXACT in promises:
        assert solution.exact is not None, f"{name} promises EXACT, and `exact` is None"
    if Promise.STRATEGY in promises and Trait.CHAIN not in problem.traits and not problem.fixed.all():
        assert solution.strategy is not None, f"{name} promises STRATEGY, and `strategy` is None"
        _assert_strategy(name, problem, solution.strategy)


def _assert_strategy(name: str, problem: Problem, strategy: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
    starts = problem.transitions.starts
    chosen = np.flatnonzero(strategy >= 0)
    inside = (starts[chosen] <= strategy[chosen]) & (strategy[chosen] < starts[chosen + 1])
    assert inside.all(), f"{name}: the strategy names a choice of another state (it holds indices of all choices)"
