"""The base class of solvers that take the game tree: they know what players know, and what they want."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.context import Context
from oddsmith.process.question import Question
from oddsmith.solve.problem import Problem, Trait
from oddsmith.solve.request import Finding
from oddsmith.solve.solution import Solution
from oddsmith.solve.solver import Solver
from oddsmith.tree.unfolded import Unfolded


@dataclass(frozen=True)
class TreeSolver(Solver):
    """Fits no stored problem; it is asked where the states alone do not tell the answer (see `needs_tree`)."""

    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.TREE})
    rank: ClassVar[int] = 100
    """Of several that fit, the one with the lowest rank is taken where nobody asked for another."""

    @abstractmethod
    def hindrance(self, game: Unfolded, question: Question) -> str:
        """Why it cannot answer this question of this game; nothing where it can."""

    @abstractmethod
    def find(self, game: Unfolded, questions: Sequence[Question], context: Context) -> Mapping[str, Finding]:
        """Answers by the name of the question, with the play behind them; all questions are without hindrance."""

    def solve(self, problem: Problem, context: Context) -> Solution:
        raise AssertionError(f"{self.name} solves game trees, not stored problems")
