"""The base class of solvers that take the process itself: nothing is explored, no transition is stored."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.context import Context
from oddsmith.process.process import Process
from oddsmith.solve.outlook import Outlook
from oddsmith.solve.problem import Problem, Trait
from oddsmith.solve.request import Finding
from oddsmith.solve.solution import Solution
from oddsmith.solve.solver import Solver


class UnsuitableError(Exception):
    """The process does not have what the solver needs; the text says what is in the way."""


@dataclass(frozen=True)
class Effort:
    """What was moved through memory to find the answers, over all questions."""

    rounds: int
    turns: int
    """Sweeps of a round."""
    cells: int
    bytes: int
    """Read and written by all sweeps."""
    seconds: float
    """What the sweeps took; finding and compiling them is not in it."""
    games: int = 0
    """Played at random, instead of sweeps."""
    moves: int = 0
    """Of all these games."""


@dataclass(frozen=True)
class Found:
    """Answers by the name of their question, and why there is none for the others."""

    findings: Mapping[str, Finding]
    refused: Mapping[str, str]
    states: int
    """How many were looked at, on all ranks."""
    seconds: Mapping[str, float]
    """What each answer took."""
    note: str = ""
    """One line about how the game was seen."""
    effort: Effort | None = None
    transitions: int = 0
    """How many were stored, on all ranks."""
    told: tuple[tuple[str, str], ...] = ()
    """Titles and texts for the report."""


@dataclass(frozen=True)
class ProcessSolver(Solver):
    """Fits no stored problem (unless it says otherwise); it is asked before anything is explored."""

    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.ROUNDS})
    keeps_in_file: ClassVar[bool] = False
    """Whether its vectors can lie in the vector file of the context."""
    simultaneous: ClassVar[bool] = False
    """Whether it solves games in which players decide at the same time; no other solver is asked for those."""

    def takes(self, process: Process, context: Context) -> bool:
        """Whether it works on the process itself in this run; if not, it waits for stored problems."""
        return True

    @abstractmethod
    def suits(self, process: Process) -> bool:
        """Whether it is worth trying where nobody asked for it."""

    @abstractmethod
    def find(self, process: Process, context: Context) -> Found:
        """Answer what can be answered; UnsuitableError if that is nothing."""

    @abstractmethod
    def outlook(self, process: Process, context: Context) -> Outlook:
        """What it would take, from a short try on this machine; UnsuitableError if it does not fit."""

    def solve(self, problem: Problem, context: Context) -> Solution:
        raise AssertionError(f"{self.name} solves processes, not stored problems")
