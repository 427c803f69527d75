"""A process -> the answers that are had without storing it, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod

from oddsmith.context import Context
from oddsmith.hosting.registry import Registry
from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.run.plan import Plan
from oddsmith.run.stages import solver_of
from oddsmith.solve.answer import Answer
from oddsmith.solve.outlook import Outlook
from oddsmith.solve.problem import Promise
from oddsmith.solve.process_solver import Effort, Found, ProcessSolver, UnsuitableError
from oddsmith.solve.solver import Solver
from oddsmith.solve.sound import sound_found
from oddsmith.source import Diagnostic, SpecError

LARGE = 100_000_000
"""States (counted by ranges) from which on an estimate from random games is worth mentioning."""


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
    told: tuple[tuple[str, str], ...] = ()
    """Titles and texts for the report."""

    def joined(self, other: Unstored) -> Unstored:
        """With what came of another try."""
        return replace(
            self,
            answers={**self.answers, **other.answers},
            choices=self.choices + other.choices,
            notes=self.notes + other.notes,
            told=self.told + other.told,
        )

    def rest(self, questions: tuple[Question, ...]) -> tuple[Question, ...]:
        """The questions that are still open."""
        return tuple(question for question in questions if question.name not in self.answers)


def candidates(plan: Plan, process: Process, registry: Registry, context: Context) -> tuple[ProcessSolver, ...]:
    """The plan's solver if it is of this kind; where the plan leaves it open, those that suit a game of this size."""
    if plan.foreign is not None:
        return ()
    fixed = solver_of(plan, registry)
    if process.together and process.questions:
        return _simultaneous(plan, fixed, registry)
    if fixed is not None:
        return (fixed,) if isinstance(fixed, ProcessSolver) and fixed.takes(process, context) else ()
    if plan.kernel is not None or not process.questions:
        return ()
    offered = [solver for solver in registry.all_of("solver") if isinstance(solver, ProcessSolver)]
    in_file = context.vector_file is not None
    return tuple(solver for solver in offered if solver.suits(process) or (in_file and solver.keeps_in_file))


def _simultaneous(plan: Plan, fixed: Solver | None, registry: Registry) -> tuple[ProcessSolver, ...]:
    """Those that solve games in which players decide at the same time; the plan may name one of them only."""
    offered = [s for s in registry.all_of("solver") if isinstance(s, ProcessSolver) and s.simultaneous]
    if fixed is None and offered:
        return tuple(offered)
    if isinstance(fixed, ProcessSolver) and fixed.simultaneous:
        return (fixed,)
    who = "no solver that is at hand plays" if fixed is None else f"the solver {fixed.name} does not play"
    message = f"{who} games in which several players decide at the same time"
    span = None if plan.solver is None else plan.solver.span
    fix = f"take --solver {offered[0].name}, or leave the choice open" if offered else ""
    raise SpecError([Diagnostic("E703", message, span, fix=fix)])


def outlooks(plan: Plan, process: Process, registry: Registry, context: Context) -> dict[str, Outlook | str]:
    """What each of them would take, or, as a text, why it does not fit."""
    found: dict[str, Outlook | str] = {}
    for solver in (*candidates(plan, process, registry, context), *_last_resorts(plan, process, registry)):
        try:
            found[solver.name] = solver.outlook(process, context)
        except UnsuitableError as error:
            found[solver.name] = str(error)
    return found


def _last_resorts(plan: Plan, process: Process, registry: Registry) -> tuple[ProcessSolver, ...]:
    """Who could still give estimates of a chain that is large, where the plan leaves the solver open."""
    if plan.solver is not None or plan.foreign is not None or process.kind != "chain" or not process.questions:
        return ()
    if prod(p.high - p.low + 1 for p in process.params) < LARGE:
        return ()
    offered = [solver for solver in registry.all_of("solver") if isinstance(solver, ProcessSolver)]
    return tuple(solver for solver in offered if Promise.ESTIMATE in solver.promises)


def answer_unstored(plan: Plan, process: Process, solvers: tuple[ProcessSolver, ...], context: Context) -> Unstored:
    """Ask one solver after the other until one fits."""
    notes: list[str] = []
    large = "because players decide at the same time" if process.together else "because the game is large"
    why = "as asked" if plan.solver is not None else large
    for solver in solvers:
        try:
            found = solver.find(process, context)
        except UnsuitableError as error:
            notes.append(f"{solver.name} does not fit this game: {error}")
            continue
        sound_found(solver, process.questions, found)
        if process.together:
            _all_answered(process, found)
        notes += [f"{solver.name} does not answer {name}: {reason}" for name, reason in found.refused.items()]
        choice = f"{solver.name}, {why}"
        answers = _answers(process, solver, found)
        said = tuple(note for note in (found.note, *notes) if note)
        return Unstored(answers, found.states, (choice,), said, found.effort, found.transitions, found.told)
    if process.together:
        raise SpecError([Diagnostic("E503", note) for note in notes])
    if plan.solver is not None:
        for note in notes:
            context.monitor.message(note)
    return Unstored(notes=tuple(notes))


def _all_answered(process: Process, found: Found) -> None:
    """What is not answered here is answered nowhere: solvers of stored problems let one player decide at a time."""
    refused = [q for q in process.questions if q.name not in found.findings]
    if refused:
        why = [found.refused.get(q.name, "players decide at the same time in this game") for q in refused]
        raise SpecError([Diagnostic("E503", f"`{q.text}`: {w}", q.span) for q, w in zip(refused, why, strict=True)])


def _answers(process: Process, solver: ProcessSolver, found: Found) -> dict[str, Answer]:
    from oddsmith.solve.answering import conclude

    return {
        question.name: conclude(question, found.findings[question.name], solver.name, found.seconds[question.name])
        for question in process.questions
        if question.name in found.findings
    }
