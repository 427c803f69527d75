"""A plan and several sets of values for its tables -> the answers for each of them, from one exploration."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from oddsmith.run import stages
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.solve.answer import Answer
from oddsmith.solve.conditions import conditions_of
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.rebinding import Rebindable, rebindable
from oddsmith.spec.game import Game
from oddsmith.spec.read.bound import Binding


@dataclass(frozen=True)
class Bound:
    """One set of values: what was bound, and the answers."""

    bindings: tuple[Binding, ...]
    answers: tuple[Answer, ...]
    seconds: float

    @property
    def name(self) -> str:
        """`face=low.csv`; `as declared` where nothing was bound."""
        return ", ".join(f"{each.table}={each.source.name}" for each in self.bindings) or "as declared"


@dataclass(frozen=True)
class Rebound:
    """The game, explored once, and what came of each set of values."""

    game: Game
    explored: Rebindable
    explore_seconds: float
    bound: tuple[Bound, ...]


def rebind(plan: Plan, sets: Sequence[tuple[Binding, ...]], tools: Tools) -> Rebound:
    """Explore the game once, then bind each set of values (on top of the plan's) and solve."""
    games = [stages.load(replace(plan, bindings=(*plan.bindings, *given))) for given in sets]
    process = stages.lower(plan, games[0], tools.host)
    if not any(table.bind for table in process.tables):
        fix = "declare it with `bind:` in the spec, and draw from it"
        raise SpecError([Diagnostic("E721", f"{games[0].name} reads no table that may be bound", fix=fix)])
    began = time.perf_counter()
    found = rebindable(process, conditions_of(process.questions), stages.targets(plan, tools.registry), tools.context)
    explored = time.perf_counter() - began
    results = []
    for game, given in zip(games, sets, strict=True):
        began = time.perf_counter()
        space = found.bound(table for table in game.tables if table.bind)
        choose = stages.chooser(plan, tools.host, tools.registry)
        answers = stages.solve(space, process, choose, tools.context)
        results.append(Bound(given, answers, time.perf_counter() - began))
    return Rebound(games[0], found, explored, tuple(results))
