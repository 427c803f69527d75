"""The base class of solver plugins: what a solver needs, what it promises, how it is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.context import Context
from oddsmith.solve.problem import Problem, Promise, Trait
from oddsmith.solve.solution import Solution


@dataclass(frozen=True)
class Solver(ABC):
    """A frozen record of options. It may promise EXACT only if it requires EXACT_WEIGHTS."""

    name: ClassVar[str]
    requires: ClassVar[frozenset[Trait]]
    promises: ClassVar[frozenset[Promise]]
    spreads: ClassVar[bool] = False
    """Whether it can share its work with other ranks."""

    @abstractmethod
    def solve(self, problem: Problem, context: Context) -> Solution:
        """Solve all columns to context.precision (relative), or say in the status why not."""

    def cost(self, problem: Problem) -> float:
        """A guess of the seconds it would take; infinity where it is hopeless. Used to choose."""
        return float(problem.transitions.count) * 1e-6

    @classmethod
    def missing(cls, problem: Problem) -> frozenset[Trait]:
        """The required traits that the problem lacks."""
        return cls.requires - problem.traits
