"""Process with turns that go round -> proved values, from one vector over the box of all other parameters.

The chain is never stored: see the core's `process/rounds` for how the turns are found, `rounds_parts.sweep` for one
step of a turn in place, and `rounds_parts.series` for the sum over all rounds and its bound. A declared rotation of the
players is checked, and then one solve answers the questions about all of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf, prod
from typing import ClassVar

from oddsmith.plugin import (
    Context,
    Finding,
    Found,
    NoRoundsError,
    Process,
    ProcessSolver,
    Promise,
    Question,
    Solver,
    Status,
    UnsuitableError,
    hookimpl,
    rotation_of,
    rounds_of,
)
from oddsmith_plugins.solvers.rounds_parts.asked import Asked, asked
from oddsmith_plugins.solvers.rounds_parts.workshop import Workshop

LARGE = 4_000_000
"""States from which on (counted by declared ranges) storing a chain is not worth a try."""

CELL_SECONDS = 1.6e-9
"""What one cell takes in one turn of a game with about a dozen outcomes, roughly."""


@dataclass(frozen=True)
class RoundsSolver(ProcessSolver):
    """Games in which turns go round, without storing them."""

    name: ClassVar[str] = "rounds"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

    def suits(self, process: Process) -> bool:
        return process.kind == "chain" and prod(p.high - p.low + 1 for p in process.params) > LARGE

    def outlook(self, process: Process) -> str:
        try:
            rounds = rounds_of(process)
        except NoRoundsError as error:
            raise UnsuitableError(str(error)) from None
        vector, seconds = 8 * rounds.cells, rounds.cells * len(rounds.layers) * CELL_SECONDS
        return (
            f"{rounds.cells:,} cells, a vector of {vector / 1e9:,.2f} GB twice, "
            f"about {seconds:,.1f} s of one core a round, some hundred rounds a question"
        )

    def find(self, process: Process, context: Context) -> Found:
        try:
            rounds = rounds_of(process)
            workshop = Workshop(process, rounds, rotation_of(process, rounds), context)
            workshop.check_faults()
        except NoRoundsError as error:
            raise UnsuitableError(str(error)) from None
        refused: dict[str, str] = {}
        open_questions: list[tuple[Question, Asked]] = []
        for question in process.questions:
            try:
                open_questions.append((question, asked(process, rounds, question)))
            except NoRoundsError as error:
                refused[question.name] = str(error)
        findings: dict[str, Finding] = {}
        seconds: dict[str, float] = {}
        while open_questions:
            began = time.perf_counter()
            group = workshop.alike(open_questions)
            try:
                solved = workshop.solve(group)
            except NoRoundsError as error:
                refused |= {question.name: str(error) for question, _ in group}
            else:
                findings |= {name: _judged(finding, context) for name, finding in solved.items()}
            seconds |= {question.name: time.perf_counter() - began for question, _ in group}
            names = {question.name for question, _ in group}
            open_questions = [item for item in open_questions if item[0].name not in names]
        turns = len(rounds.layers)
        note = f"{rounds.control} goes round ({turns} turns): {rounds.cells:,} cells were swept, nothing was stored"
        return Found(findings, refused, rounds.cells * turns, seconds, note)


def _judged(finding: Finding, context: Context) -> Finding:
    """Loose if the bounds are wider than asked."""
    bounds = finding.value
    lower, upper = bounds.lower, bounds.upper  # type: ignore[union-attr]
    width = 0.0 if lower == upper else (upper - lower) / lower if lower > 0 else inf  # type: ignore[operator]
    return finding if width <= context.precision else replace(finding, status=Status.LOOSE)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (RoundsSolver,)
