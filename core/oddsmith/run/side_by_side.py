"""A plan and several solvers -> what each of them answers to each question, and whose intervals do not overlap.

The game is read, reduced and explored once. Unlike in a run a solver that does not fit is not replaced by another one:
it says why, and the others go on. Limits of time hold for each solver and question.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial

from oddsmith.context import Context, LimitError
from oddsmith.process.process import Process
from oddsmith.process.question import Question
from oddsmith.run import stages
from oddsmith.run.plan import Plan, Step
from oddsmith.run.runner import Tools
from oddsmith.run.unfolded import answer_on_tree
from oddsmith.solve.answer import Answer, Spread
from oddsmith.solve.answering import answer_all, conclude
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem, Promise
from oddsmith.solve.process_solver import ProcessSolver, UnsuitableError
from oddsmith.solve.solver import Solver
from oddsmith.source import SpecError
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Game
from oddsmith.tree.sight import needs_tree

Options = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Cell:
    """What one solver says to one question."""

    question: Question
    solver: str
    proved: bool
    """Whether the solver promises that its interval contains the true value."""
    answer: Answer | None = None
    reason: str = ""
    """Why there is no answer."""


@dataclass(frozen=True)
class Apart:
    """Two answers to one question that cannot both be right."""

    question: str
    one: str
    other: str
    proved: bool
    """Whether both intervals are proved: then one of the solvers is wrong."""


@dataclass(frozen=True)
class SideBySide:
    """All cells, question by question."""

    game: Game
    cells: tuple[Cell, ...]
    precision: float
    states: int | None
    """None: nobody needed stored states."""
    transitions: int | None
    explored: float
    """Seconds."""

    @cached_property
    def apart(self) -> tuple[Apart, ...]:
        """Every pair whose intervals do not overlap."""
        found = []
        for number, one in enumerate(self.cells):
            for other in self.cells[number + 1 :]:
                if one.question is other.question and not overlap(one.answer, other.answer):
                    both = one.proved and other.proved
                    found.append(Apart(one.question.name, one.solver, other.solver, both))
        return tuple(found)

    @property
    def unanswered(self) -> tuple[str, ...]:
        """The questions that no solver answered."""
        answered = {cell.question.name for cell in self.cells if cell.answer is not None}
        return tuple(dict.fromkeys(c.question.name for c in self.cells if c.question.name not in answered))


class _UnfitError(Exception):
    """The solver does not fit a problem of the question."""


def side_by_side(plan: Plan, names: Sequence[str], tools: Tools, options: Options = ()) -> SideBySide:
    """Ask every solver every question; `options` are for those solvers that have them."""
    solvers = [_made(name, options, tools) for name in names]
    exact = next((solver.name for solver in solvers if Promise.EXACT in solver.promises), None)
    plan = replace(plan, solver=None if exact is None else Step(exact))
    stages.verify(plan, tools.registry)
    game = stages.load(plan)
    process = stages.lower(plan, game, tools.host)
    process = tools.host.protected(lambda: stages.reduce(plan, process, tools.registry, tools.context))
    table = _Table(plan, process, tools)
    columns = [tools.host.protected(partial(table.column, solver)) for solver in solvers]
    cells = tuple(column[question.name] for question in process.questions for column in columns)
    size = None if table.space is None else table.space.size
    count = None if table.space is None else table.space.transitions.count
    return SideBySide(game, cells, tools.context.precision, size, count, table.seconds)


def _made(name: str, options: Options, tools: Tools) -> Solver:
    plain = tools.registry.make("solver", name, {})
    known = {field.name for field in fields(plain)}
    solver = tools.registry.make("solver", name, {key: text for key, text in options if key in known})
    assert isinstance(solver, Solver)
    return solver


@dataclass
class _Table:
    """Cells on their way; the states are explored when the first solver needs them."""

    plan: Plan
    process: Process
    tools: Tools
    space: StateSpace | None = None
    seconds: float = 0.0
    hindrance: str = ""
    """Why there are no states."""

    def column(self, solver: Solver) -> Mapping[str, Cell]:
        """What one solver answers, by the name of the question."""
        found: dict[str, Cell] = {}
        if isinstance(solver, ProcessSolver) and solver.takes(self.process, self.tools.context):
            found = self._unstored(solver)
        for question in self.process.questions:
            if question.name not in found and needs_tree(self.process, question):
                found[question.name] = self._unfolded(solver, question)
            elif question.name not in found:
                found[question.name] = self._stored(solver, question)
        return found

    def _unstored(self, solver: ProcessSolver) -> dict[str, Cell]:
        """The answers from the process itself; a solver that also takes stored problems gets what is left."""
        questions, context = self.process.questions, self._context()
        refused: Mapping[str, str] = {}
        answers: dict[str, Answer] = {}
        try:
            found = solver.find(self.process, context)
            refused = found.refused
            answers = {
                q.name: conclude(q, found.findings[q.name], solver.name, found.seconds[q.name])
                for q in questions
                if q.name in found.findings
            }
        except (UnsuitableError, LimitError, SpecError) as error:
            refused = dict.fromkeys((question.name for question in questions), _text(error))
        cells = {q.name: _cell(solver, q, answers.get(q.name), refused.get(q.name, "")) for q in questions}
        alone = type(solver).solve is ProcessSolver.solve
        return {name: cell for name, cell in cells.items() if cell.answer is not None or (alone and cell.reason)}

    def _unfolded(self, solver: Solver, question: Question) -> Cell:
        """The answer from the game tree; other solvers would let players see what is hidden from them."""
        space = self._explored()
        if space is None:
            return _cell(solver, question, None, self.hindrance)
        try:
            found = answer_on_tree(solver, self.process, question, space, self._context())
        except (LimitError, SpecError) as error:
            return _cell(solver, question, None, _text(error))
        return _cell(solver, question, None, found) if isinstance(found, str) else _cell(solver, question, found, "")

    def _stored(self, solver: Solver, question: Question) -> Cell:
        space = self._explored()
        if space is None:
            return _cell(solver, question, None, self.hindrance)

        def choose(problem: Problem) -> Solver:
            if missing := solver.missing(problem):
                raise _UnfitError(f"it needs: {'; '.join(sorted(trait.value for trait in missing))}")
            return solver

        formulas = conditions_of(self.process.questions)
        try:
            (answer,) = answer_all(space, [question], choose, self._context(), formulas)
        except (_UnfitError, LimitError, SpecError) as error:
            return _cell(solver, question, None, _text(error))
        return _cell(solver, question, answer, "")

    def _explored(self) -> StateSpace | None:
        if self.space is None and not self.hindrance:
            plan, registry, context = self.plan, self.tools.registry, self._context()
            began = time.perf_counter()
            try:
                space, _ = stages.explore(plan, self.process, registry, context)
                space = stages.asked_for(plan, space, self.process.questions)
                self.space, _ = stages.reduce_space(plan, space, registry, context, self.process.questions)
            except LimitError as error:
                self.hindrance = _text(error)
            self.seconds = time.perf_counter() - began
        return self.space

    def _context(self) -> Context:
        """Its time begins now."""
        return replace(self.tools.context, started=time.monotonic())


def _cell(solver: Solver, question: Question, answer: Answer | None, reason: str) -> Cell:
    proved = bool(solver.promises & {Promise.BOUNDS, Promise.EXACT})
    return Cell(question, solver.name, proved, answer, "" if answer is not None else reason)


def _text(error: Exception) -> str:
    if isinstance(error, SpecError):
        return "; ".join(diagnostic.message for diagnostic in error.diagnostics)
    return str(error)


def overlap(one: Answer | None, other: Answer | None) -> bool:
    """Whether both can be right; who says nothing contradicts nobody.

    An estimate misses the truth now and then: it is contradicted only where chance alone would hardly ever do that.
    """
    if one is None or other is None:
        return True
    one, other = _judged(one), _judged(other)
    if isinstance(one.value, Spread) and isinstance(other.value, Spread):
        theirs = dict(zip(other.value.support, zip(other.value.lower, other.value.upper, strict=True), strict=True))
        mine = zip(one.value.support, one.value.lower, one.value.upper, strict=True)
        return all(_meet(low, high, *theirs.get(value, (low, high))) for value, low, high in mine)
    return _meet(one.lower, one.upper, other.lower, other.upper)


def _judged(answer: Answer) -> Answer:
    judged = None if answer.sample is None else answer.sample.judged
    if judged is None or isinstance(answer.value, bool | None):
        return answer
    if isinstance(judged, Spread):
        return replace(answer, value=judged)
    return replace(answer, lower=judged.lower, upper=judged.upper)


def _meet(low: float, high: float, other_low: float, other_high: float) -> bool:
    return not (high < other_low or other_high < low)
