"""A plan -> an outcome: the loop over the stages, in plain sight."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from oddsmith.context import Context, LimitError
from oddsmith.hosting.manager import Host
from oddsmith.hosting.outcome import Outcome
from oddsmith.hosting.registry import Registry
from oddsmith.process.process import Process
from oddsmith.process.reduction import Reduced
from oddsmith.run import stages
from oddsmith.run.outcome import conclude, conclude_unstored
from oddsmith.run.plan import Plan
from oddsmith.run.translated import recognised
from oddsmith.run.unstored import Unstored, answer_unstored, candidates
from oddsmith.solve.answer import Answer, missing
from oddsmith.solve.conditions import asked_only
from oddsmith.source import SpecError
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Game
from oddsmith.tree.sight import needs_tree

if TYPE_CHECKING:
    from oddsmith.run.following import Following

Product = TypeVar("Product")


@dataclass(frozen=True)
class Tools:
    """What a run works with."""

    host: Host
    registry: Registry
    context: Context
    loaded: Callable[[Game], None] = lambda game: None
    """Told of the game when it is read."""


@dataclass
class Stopwatch:
    """Runs stages, keeps their seconds, and tells the plugins."""

    tools: Tools
    seconds: dict[str, float] = field(default_factory=dict)
    reduced: list[Reduced] = field(default_factory=list)
    """What reductions have done so far."""

    def __call__(self, stage: str, work: Callable[[], Product]) -> Product:
        begun = time.perf_counter()
        product = self.tools.host.protected(work)
        self.seconds[stage] = time.perf_counter() - begun
        context = self.tools.context
        say, seconds = context.monitor.message, self.seconds[stage]
        self.tools.host.notify(
            "oddsmith_stage_done", say, stage=stage, product=product, seconds=seconds, context=context
        )
        return product


@dataclass(frozen=True)
class Finished:
    """Everything that a run made on its way."""

    game: Game
    process: Process
    space: StateSpace | None
    """None where nothing had to be stored."""
    answers: tuple[Answer, ...]
    outcome: Outcome


def run(plan: Plan, tools: Tools) -> Finished:
    """All stages, one after the other, and what was reduced between them."""
    plan = recognised(plan, tools.registry, tools.context)
    stopwatch = Stopwatch(tools)
    finished = _all_stages(plan, tools, stopwatch)
    unused = () if finished.space is not None else stages.unused(plan, tools.registry)
    reduced = (*stopwatch.reduced, *unused)
    notes = (*finished.outcome.notes, *(one.note for one in reduced if one.note))
    return replace(finished, outcome=replace(finished.outcome, reductions=reduced, notes=notes))


def _all_stages(plan: Plan, tools: Tools, stopwatch: Stopwatch) -> Finished:
    """Of several ranks the first alone goes on with what they leave open."""
    host, registry, context = tools.host, tools.registry, tools.context
    stages.verify(plan, registry)
    stages.verify_ranks(plan, registry, context)
    game = stopwatch("load", lambda: stages.load(plan))
    tools.loaded(game)
    process = stopwatch("lower", lambda: stages.lower(plan, game, host))
    process, strategy = _following(plan, game, process)
    process = stopwatch("reduce", lambda: stages.reduce(plan, process, registry, context, stopwatch.reduced.append))
    early = Unstored()
    if solvers := candidates(plan, process, registry, context):
        followed = process
        if strategy is None:
            early = stopwatch("sweep", lambda: answer_unstored(plan, followed, solvers, context))
            plan = plan if early.answers or plan.solver is None else replace(plan, solver=None)
        else:
            early, process = strategy.played(
                process, solvers, lambda: stopwatch("sweep", lambda: answer_unstored(plan, followed, solvers, context))
            )
    if context.rank > 0 or (early.answers and not early.rest(process.questions)):
        answers = tuple(early.answers[q.name] for q in process.questions if q.name in early.answers)
        outcome = conclude_unstored(plan, game, early, answers, stopwatch.seconds, context.precision)
        return Finished(game, process, None, answers, outcome)
    alone = replace(tools, context=replace(context, ranks=1))
    try:
        return _stored(plan, alone, stopwatch, game, process, early, strategy)
    except LimitError as error:
        if not early.answers:
            raise
        return _incomplete(plan, game, process, early, error, stopwatch, context)


def _following(plan: Plan, game: Game, process: Process) -> tuple[Process, Following | None]:
    """The process in which the plan's strategy is followed, if it has one."""
    if plan.strategy is None:
        return process, None
    from oddsmith.run.following import following

    return following(plan, game, process)


def _incomplete(
    plan: Plan, game: Game, process: Process, early: Unstored, error: LimitError, stopwatch: Stopwatch, context: Context
) -> Finished:
    """What was answered without storing the game, and why the rest is not."""
    answers = tuple(
        early.answers.get(question.name)
        or missing(question, f"{error}; {error.advice}" if error.advice else str(error))
        for question in process.questions
    )
    names = ", ".join(question.name for question in early.rest(process.questions))
    early = replace(early, notes=(*early.notes, f"no answer for {names}, which need stored states: {error}"))
    outcome = conclude_unstored(plan, game, early, answers, stopwatch.seconds, context.precision)
    return Finished(game, process, None, answers, outcome)


def _stored(
    plan: Plan,
    tools: Tools,
    stopwatch: Stopwatch,
    game: Game,
    process: Process,
    early: Unstored,
    strategy: Following | None,
) -> Finished:
    """The stages from exploring on, for the questions that are still open."""
    host, registry, context = tools.host, tools.registry, tools.context
    asked = process.questions
    process = replace(process, questions=early.rest(asked))
    if early.answers and plan.solver is not None:
        plan = replace(plan, solver=None)
    try:
        space, kernel = stopwatch("explore", lambda: stages.explore(plan, process, registry, context))
    except SpecError as error:
        raise error if strategy is None else strategy.undecided(error) from None
    if strategy is not None:
        space, process = strategy.applied(space, process, registry, context)
        asked = process.questions
    if any(needs_tree(process, question) for question in process.questions):
        from oddsmith.run.unfolded import answer_unfolded
        from oddsmith.tree.solver import TreeSolver

        early = early.joined(stopwatch("play", lambda: answer_unfolded(plan, process, space, registry, context)))
        if not (rest := early.rest(asked)):
            return _played(plan, game, replace(process, questions=asked), space, early, stopwatch, kernel, context)
        space, process = asked_only(space, process.questions, rest), replace(process, questions=rest)
        plan = plan if not isinstance(stages.solver_of(plan, registry), TreeSolver) else replace(plan, solver=None)
    rest, hear = process.questions, stopwatch.reduced.append
    space = stages.asked_for(plan, space, rest)
    seek = None
    if stages.seeks(plan, space):
        seek = stages.seek(plan, host, registry, space)
    space, way = stopwatch("reduce space", lambda: stages.reduce_space(plan, space, registry, context, rest, hear))
    seek = None if seek is None else replace(seek, lift=way)
    choose = stages.chooser(plan, host, registry)
    solved = stopwatch("solve", lambda: stages.solve(space, process, choose, context, seek))
    known = {**early.answers, **{answer.question.name: answer for answer in solved}}
    answers = tuple(known[question.name] for question in asked)
    outcome = conclude(plan, game, space, answers, stopwatch.seconds, kernel, context.precision)
    choices, notes = early.choices + choose.reasons(), early.notes + outcome.notes
    outcome = replace(outcome, choices=choices, notes=notes)
    return Finished(game, process, space, answers, outcome)


def _played(
    plan: Plan,
    game: Game,
    process: Process,
    space: StateSpace,
    early: Unstored,
    stopwatch: Stopwatch,
    kernel: str,
    context: Context,
) -> Finished:
    """The end where every question was answered on the game tree, or before."""
    answers = tuple(early.answers[question.name] for question in process.questions)
    outcome = conclude(plan, game, space, answers, stopwatch.seconds, kernel, context.precision)
    notes = tuple(note for note in (*early.notes, *outcome.notes) if note)
    return Finished(game, process, space, answers, replace(outcome, choices=early.choices, notes=notes))
