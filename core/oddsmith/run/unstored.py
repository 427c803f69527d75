"""A process -> the answers that are had without storing it, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from oddsmith.context import Context
from oddsmith.hosting.registry import Registry
from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.run.plan import Plan
from oddsmith.run.stages import solver_of
from oddsmith.solve.answer import Answer
from oddsmith.solve.outlook import Outlook
from oddsmith.solve.process_solver import Effort, Found, ProcessSolver, UnsuitableError


@dataclass(frozen=True)
class Unstored:
    """What came of it."""

    answers: Mapping[str, Answer] = field(default_factory=dict)
    """By the name of the question."""
    states: int = 0
    choices: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    effort: Effort | None = None
    transitions: int = 0

    def rest(self, questions: tuple[Question, ...]) -> tuple[Question, ...]:
        """The questions that are still open."""
        return tuple(question for question in questions if question.name not in self.answers)


def candidates(plan: Plan, process: Process, registry: Registry, context: Context) -> tuple[ProcessSolver, ...]:
    """The plan's solver if it is of this kind; where the plan leaves it open, those that suit a game of this size."""
    if plan.foreign is not None:
        return ()
    fixed = solver_of(plan, registry)
    if fixed is not None:
        return (fixed,) if isinstance(fixed, ProcessSolver) and fixed.takes(process, context) else ()
    if plan.kernel is not None or not process.questions:
        return ()
    offered = [solver for solver in registry.all_of("solver") if isinstance(solver, ProcessSolver)]
    in_file = context.vector_file is not None
    return tuple(solver for solver in offered if solver.suits(process) or (in_file and solver.keeps_in_file))


def outlooks(plan: Plan, process: Process, registry: Registry, context: Context) -> dict[str, Outlook | str]:
    """What each of them would take, or, as a text, why it does not fit."""
    found: dict[str, Outlook | str] = {}
    for solver in candidates(plan, process, registry, context):
        try:
            found[solver.name] = solver.outlook(process, context)
        except UnsuitableError as error:
            found[solver.name] = str(error)
    return found


def answer_unstored(plan: Plan, process: Process, solvers: tuple[ProcessSolver, ...], context: Context) -> Unstored:
    """Ask one solver after the other until one fits."""
    notes: list[str] = []
    why = "as asked" if plan.solver is not None else "because the game is large"
    for solver in solvers:
        try:
            found = solver.find(process, context)
        except UnsuitableError as error:
            notes.append(f"{solver.name} does not fit this game: {error}")
            continue
        notes += [f"{solver.name} does not answer {name}: {reason}" for name, reason in found.refused.items()]
        choice = f"{solver.name}, {why}"
        answers = _answers(process, solver, found)
        return Unstored(answers, found.states, (choice,), (found.note, *notes), found.effort, found.transitions)
    if plan.solver is not None:
        for note in notes:
            context.monitor.message(note)
    return Unstored(notes=tuple(notes))


def _answers(process: Process, solver: ProcessSolver, found: Found) -> dict[str, Answer]:
    from oddsmith.solve.answering import conclude

    return {
        question.name: conclude(question, found.findings[question.name], solver.name, found.seconds[question.name])
        for question in process.questions
        if question.name in found.findings
    }
