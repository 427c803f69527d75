"""A state -> what the questions of the spec are worth from there on: solved where the game is small, else sampled."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from oddsmith.context import Context, LimitError, Limits, Silent
from oddsmith.process.process import Process
from oddsmith.process.question import Distribution, Played, Question
from oddsmith.run import stages
from oddsmith.run.plan import Plan
from oddsmith.run.play.board import Row
from oddsmith.run.play.match import Advice
from oddsmith.run.runner import Tools
from oddsmith.solve.answer import Answer
from oddsmith.solve.answering import answer_all, conclude
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Promise
from oddsmith.solve.process_solver import ProcessSolver, UnsuitableError
from oddsmith.solve.synthesis import Seek, optimises
from oddsmith.source import SpecError
from oddsmith.space.space import StateSpace

MOST_STATES = 200_000
"""Larger games are not explored to play them."""
SAMPLED_GAMES = 20_000
"""Games that are played from a state of a larger one."""


class Worth(Protocol):
    """Answers for any state of the game."""

    def at(self, row: Row) -> tuple[Answer, ...]:
        """The answers from this state on; () where nothing is known."""


@dataclass
class Unknown:
    """Nothing is known, and why."""

    reason: str

    def at(self, row: Row) -> tuple[Answer, ...]:
        return ()


@dataclass
class Solved:
    """The whole game is stored, and solved anew with every state as the first one."""

    space: StateSpace
    process: Process
    plan: Plan
    tools: Tools
    known: dict[bytes, tuple[Answer, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = {row.tobytes(): number for number, row in enumerate(np.ascontiguousarray(self.space.rows))}

    def at(self, row: Row) -> tuple[Answer, ...]:
        key = row.tobytes()
        if key not in self.known:
            space = replace(self.space, initial=self.places[key])
            self.known[key] = self._answers(space)
        return self.known[key]

    def _answers(self, space: StateSpace) -> tuple[Answer, ...]:
        choose = stages.chooser(self.plan, self.tools.host, self.tools.registry)
        formulas = conditions_of(self.process.questions)
        context = replace(self.tools.context, monitor=Silent())
        return tuple(answer_all(space, self.process.questions, choose, context, formulas))


@dataclass
class Sampled:
    """Games are played from the state."""

    solver: ProcessSolver
    process: Process
    context: Context

    def at(self, row: Row) -> tuple[Answer, ...]:
        from oddsmith.kernel.encoding import Encoding

        values = Encoding.of(self.process.params).unpack(row)
        params = tuple(replace(p, init=value) for p, value in zip(self.process.params, values, strict=True))
        try:
            found = self.solver.find(replace(self.process, params=params), replace(self.context, monitor=Silent()))
        except (UnsuitableError, SpecError, LimitError):
            return ()
        return tuple(
            conclude(question, found.findings[question.name], self.solver.name, 0.0)
            for question in self.process.questions
            if question.name in found.findings
        )


def worth_of(plan: Plan, process: Process, tools: Tools) -> tuple[Worth, Advice | None, str]:
    """What positions are worth, what to do in them, and how that is known."""
    process = replace(process, questions=tuple(_plain(q) for q in process.questions if _has_number(q)))
    if not process.questions:
        return Unknown(""), None, ""
    small = replace(
        tools.context,
        limits=Limits(tools.context.limits.memory, None, tools.context.limits.states or MOST_STATES),
        monitor=Silent(),
    )
    try:
        space, _ = stages.explore(replace(plan, estimates=False), process, tools.registry, small)
    except LimitError:
        return _larger(process, tools)
    solved, how = Solved(space, process, plan, tools), f"solved for all {space.size:,} states"
    try:
        solved.at(space.rows[space.initial])
    except SpecError as error:
        reason = "; ".join(diagnostic.message for diagnostic in error.diagnostics)
        return Unknown(reason), None, f"the questions have no answers here: {reason}"
    advised = next((question for question in process.questions if optimises(question)), None)
    if advised is None or space.transitions.choices == space.size:
        return solved, None, how
    return solved, _advice(advised, solved), f"{how}; best plays for `{advised.name}`"


def _larger(process: Process, tools: Tools) -> tuple[Worth, Advice | None, str]:
    offered = [s for s in tools.registry.all_of("solver") if isinstance(s, ProcessSolver)]
    sampling = [s for s in offered if Promise.ESTIMATE in s.promises]
    reason = f"the game has more than {tools.context.limits.states or MOST_STATES:,} states"
    if process.kind != "chain" or not sampling:
        return Unknown(reason), None, f"{reason}: what a position is worth is not known"
    solver = tools.registry.make("solver", sampling[0].name, {"games": str(SAMPLED_GAMES)})
    assert isinstance(solver, ProcessSolver)
    return Sampled(solver, process, tools.context), None, f"{reason}: estimates from {SAMPLED_GAMES:,} games each"


def _advice(question: Question, solved: Solved) -> Advice | None:
    """The strategy of a question that asks for a best or worst value."""
    choose = stages.chooser(solved.plan, solved.tools.host, solved.tools.registry)
    formulas = conditions_of(solved.process.questions)
    context = replace(solved.tools.context, monitor=Silent())
    (answer,) = answer_all(solved.space, [question], choose, context, formulas, seek=Seek(choose))
    return None if answer.strategy is None else answer.strategy.strategy.at


def _has_number(question: Question) -> bool:
    return not isinstance(question.query, Distribution | Played)


def _plain(question: Question) -> Question:
    """Expectations are about the start of the game."""
    return replace(question, expect=None)
