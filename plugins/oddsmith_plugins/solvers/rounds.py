"""Process with turns that go round -> proved values, from one vector over the box of all other parameters.

The chain is never stored: see the core's `process/rounds` for how the turns are found, `rounds_parts.sweep` for one
step of a turn in place, and `rounds_parts.series` for the sum over all rounds and its bound. A declared rotation of the
players is checked, and then one solve answers the questions about all of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import prod
from typing import ClassVar, Literal

from oddsmith.plugin import (
    Bounded,
    Context,
    Effort,
    Finding,
    Found,
    LimitError,
    NoRoundsError,
    Outlook,
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
from oddsmith_plugins.solvers.bounds import relative_width
from oddsmith_plugins.solvers.rounds_parts.asked import Asked, asked
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.operator import Meter, Operator
from oddsmith_plugins.solvers.rounds_parts.outlook import foresee
from oddsmith_plugins.solvers.rounds_parts.planner import Accelerator, Planner
from oddsmith_plugins.solvers.rounds_parts.program import Recipe
from oddsmith_plugins.solvers.rounds_parts.slabs import SlabOperator, VectorFile
from oddsmith_plugins.solvers.rounds_parts.workshop import Workshop

LARGE = 4_000_000
"""States from which on (counted by declared ranges) storing a chain is not worth a try."""


@dataclass(frozen=True)
class RoundsSolver(ProcessSolver):
    """Games in which turns go round, without storing them."""

    name: ClassVar[str] = "rounds"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})
    keeps_in_file: ClassVar[bool] = True

    accelerator: Accelerator = "auto"
    """How the rounds are summed up; `auto` begins plainly and changes over if that would take long."""
    depth: int = 10
    """Vectors that gmres remembers."""
    storage: Literal["double", "single"] = "double"
    """How vectors are stored: single precision halves the memory, and bounds are wider (about 1e-5)."""

    def suits(self, process: Process) -> bool:
        return process.kind == "chain" and prod(p.high - p.low + 1 for p in process.params) > LARGE

    def outlook(self, process: Process, context: Context) -> Outlook:
        try:
            return foresee(process, context, self.depth)
        except NoRoundsError as error:
            raise UnsuitableError(str(error)) from None

    def find(self, process: Process, context: Context) -> Found:
        try:
            rounds = rounds_of(process)
            rotation = rotation_of(process, rounds)
        except NoRoundsError as error:
            raise UnsuitableError(str(error)) from None
        path = context.vector_file
        with VectorFile(path) if path else nullcontext() as file, context.keeper.keeping():
            meter = Meter()

            def operate(recipe: Recipe) -> Operator:
                single = self.storage == "single"
                if file is None:
                    return Operator(recipe, context, single, meter=meter)
                file.clear()
                return SlabOperator(recipe, context, single, meter=meter, file=file)

            def plan(operator: Operator) -> Planner:
                simple = operator.single or file is not None
                return Planner.of("plain" if simple else self.accelerator, self.depth, operator)

            workshop = Workshop(process, rounds, rotation, context, operate, plan, Ledger(context))
            return find_all(workshop, meter)


def find_all(workshop: Workshop, meter: Meter) -> Found:
    """All questions, those that are alike together."""
    process, rounds, context, ledger = workshop.process, workshop.rounds, workshop.context, workshop.ledger
    try:
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
    seconds = dict.fromkeys(ledger.found, 0.0)
    while open_questions := [item for item in open_questions if item[0].name not in ledger.found | refused]:
        begun = time.perf_counter()
        group = workshop.alike(open_questions)
        try:
            solved = workshop.solve(group)
        except NoRoundsError as error:
            refused |= {question.name: str(error) for question, _ in group}
        except LimitError as error:
            if not ledger.found or context.ranks > 1:  # other ranks may still be at work
                raise
            refused |= {question.name: str(error) for question, _ in group}
        else:
            ledger.found |= {name: _judged(finding, context) for name, finding in solved.items()}
        seconds |= {question.name: time.perf_counter() - begun for question, _ in group}
    turns = len(rounds.layers)
    note = f"{rounds.control} goes round ({turns} turns): {rounds.cells:,} cells were swept, nothing was stored"
    moved = 2 * meter.size * meter.rounds * turns * rounds.cells
    effort = Effort(meter.rounds, turns, rounds.cells, moved, meter.seconds)
    return Found(ledger.found, refused, rounds.cells * turns, seconds, note, effort)


def _judged(finding: Finding, context: Context) -> Finding:
    """Loose if the bounds are wider than asked."""
    if not isinstance(finding.value, Bounded):
        return finding
    width = relative_width(finding.value.lower, finding.value.upper)
    return finding if width <= context.precision else replace(finding, status=Status.LOOSE)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (RoundsSolver,)
