"""A plan -> an outcome: the loop over the stages, in plain sight."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from oddsmith.context import Context
from oddsmith.hosting.manager import Host
from oddsmith.hosting.outcome import Outcome
from oddsmith.hosting.registry import Registry
from oddsmith.process.process import Process
from oddsmith.run import stages
from oddsmith.run.outcome import conclude
from oddsmith.run.plan import Plan
from oddsmith.solve.answer import Answer
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Game

Product = TypeVar("Product")


@dataclass(frozen=True)
class Tools:
    """What a run works with."""

    host: Host
    registry: Registry
    context: Context


@dataclass
class Stopwatch:
    """Runs stages, keeps their seconds, and tells the plugins."""

    tools: Tools
    seconds: dict[str, float] = field(default_factory=dict)

    def __call__(self, stage: str, work: Callable[[], Product]) -> Product:
        begun = time.perf_counter()
        product = self.tools.host.protected(work)
        self.seconds[stage] = time.perf_counter() - begun
        context = self.tools.context
        self.tools.host.call(
            "oddsmith_stage_done", stage=stage, product=product, seconds=self.seconds[stage], context=context
        )
        return product


@dataclass(frozen=True)
class Finished:
    """Everything that a run made on its way."""

    game: Game
    process: Process
    space: StateSpace
    answers: tuple[Answer, ...]
    outcome: Outcome


def run(plan: Plan, tools: Tools) -> Finished:
    """All stages, one after the other."""
    host, registry, context = tools.host, tools.registry, tools.context
    stopwatch = Stopwatch(tools)
    stages.verify(plan, registry)
    game = stopwatch("load", lambda: stages.load(plan))
    process = stopwatch("lower", lambda: stages.lower(plan, game, host))
    process = stopwatch("reduce", lambda: stages.reduce(plan, process, registry, context))
    space, kernel = stopwatch("explore", lambda: stages.explore(plan, process, registry, context))
    space = stopwatch("reduce space", lambda: stages.reduce_space(plan, space, registry, context))
    choose = stages.chooser(plan, host, registry)
    answers = stopwatch("solve", lambda: stages.solve(space, process, choose, context))
    outcome = conclude(plan, game, space, answers, stopwatch.seconds, kernel, context.precision)
    outcome = replace(outcome, choices=choose.reasons())
    return Finished(game, process, space, answers, outcome)
