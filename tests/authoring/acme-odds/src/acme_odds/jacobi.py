"""Probabilities of chains that surely end -> bounds, by Jacobi sweeps from below and from above.

    x_(i+1) = P x_i + b,    from the smallest and from the largest known value

Every value is a mean of known ones, so both sequences enclose it from the beginning, and each sweep keeps that (up to
rounding, for which the bounds are moved apart at the end). Stops where they are as near as asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Status, Trait, hookimpl

oddsmith_surface = "1.0"


@dataclass(frozen=True)
class Jacobi(Solver):
    """Sweeps from below and from above, in NumPy, for chains that surely end."""

    name: ClassVar[str] = "jacobi"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.CHAIN, Trait.STOPPING, Trait.STORED, Trait.UNBOUNDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

    sweeps: int = 100_000
    """After so many it gives up, and says how far it came."""

    @classmethod
    def missing(cls, problem: Problem) -> frozenset[Trait]:
        """Gains are for others: without them a value lies between the known ones."""
        lacking = super().missing(problem)
        return lacking if problem.gain is None else lacking | {Trait.STOPPING}

    def cost(self, problem: Problem) -> float:
        return 1.0 + problem.transitions.count * 1e-5

    def solve(self, problem: Problem, context: Context) -> Solution:
        stored, fixed = problem.transitions, problem.fixed[:, None]
        rows = np.repeat(np.arange(stored.size), np.diff(stored.row_start))
        known = problem.known[problem.fixed]
        low, high = known.min(axis=0, initial=0.0), known.max(axis=0, initial=0.0)
        bounds = [np.where(fixed, problem.known, low), np.where(fixed, problem.known, high)]
        count = 0
        while count < self.sweeps and self._apart(problem, bounds) > 0.25 * context.precision:
            bounds = [self._swept(problem, rows, x) for x in bounds]
            count += 1
            context.check()
        slack = (count + 1) * (np.diff(stored.row_start).max(initial=1) + 8) * 2.0**-52
        lower = np.where(fixed, problem.known, bounds[0] - slack * np.abs(bounds[0]))
        upper = np.where(fixed, problem.known, bounds[1] + slack * np.abs(bounds[1]))
        status = Status.DONE if self._apart(problem, [lower, upper]) <= context.precision else Status.LOOSE
        return Solution(0.5 * (lower + upper), lower, upper, f"Jacobi, {count} sweeps", status)

    def _apart(self, problem: Problem, bounds: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]) -> float:
        """The width of the bounds at the initial state, relative to them."""
        lower, upper = (x[problem.initial] for x in bounds)
        return float(((upper - lower) / np.maximum(np.abs(upper), 1e-300)).max(initial=0.0))

    def _swept(
        self,
        problem: Problem,
        rows: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
        x: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        stored, result = problem.transitions, np.zeros_like(x)
        np.add.at(result, rows, stored.weight[:, None] * x[stored.column])
        return np.where(problem.fixed[:, None], problem.known, result)


@hookimpl
def oddsmith_solvers() -> list[type[Solver]]:
    return [Jacobi]
