"""A process with turns that go round -> answers to all of its questions, those that are alike together."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

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
    Question,
    Status,
    UnsuitableError,
    rotation_of,
    rounds_of,
)
from oddsmith_plugins.solvers.bounds import relative_width
from oddsmith_plugins.solvers.rounds_parts.asked import Asked, asked
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.operator import Meter, Operator
from oddsmith_plugins.solvers.rounds_parts.outlook import foresee
from oddsmith_plugins.solvers.rounds_parts.planner import Planner
from oddsmith_plugins.solvers.rounds_parts.program import Recipe
from oddsmith_plugins.solvers.rounds_parts.slabs import SlabOperator, VectorFile
from oddsmith_plugins.solvers.rounds_parts.workshop import Workshop

if TYPE_CHECKING:
    from oddsmith_plugins.solvers.rounds import RoundsSolver


def outlook_of(solver: RoundsSolver, process: Process, context: Context) -> Outlook:
    """What it would take, from a short try."""
    try:
        return foresee(process, context, solver.depth)
    except NoRoundsError as error:
        raise UnsuitableError(str(error)) from None


def find(solver: RoundsSolver, process: Process, context: Context) -> Found:
    """Look for the turns, then answer all questions."""
    try:
        rounds = rounds_of(process)
        rotation = rotation_of(process, rounds)
    except NoRoundsError as error:
        raise UnsuitableError(str(error)) from None
    path = context.vector_file
    with VectorFile(path) if path else nullcontext() as file, context.keeper.keeping():
        meter = Meter()

        def operate(recipe: Recipe) -> Operator:
            single = solver.storage == "single"
            if file is None:
                return Operator(recipe, context, single, meter=meter)
            file.clear()
            return SlabOperator(recipe, context, single, meter=meter, file=file)

        def plan(operator: Operator) -> Planner:
            simple = operator.single or file is not None
            return Planner.of("plain" if simple else solver.accelerator, solver.depth, operator)

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
