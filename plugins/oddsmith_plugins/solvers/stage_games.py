"""Games in which players decide at the same time -> values, mixtures and their certificate, by one backward sweep.

Every state is a game of its own, played once (a stage game), whose payoffs are the values of what follows: see
`stage_games_parts/zero_sum.py` (a coalition against all others), `played.py` (equilibrium, social optimum) and
`large.py` (large crowds). Games with cycles are refused. No stopping rule: the sweep ends, and its result is exact or
as good as floating-point numbers are.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from oddsmith.plugin import (
    Bounded,
    Context,
    Finding,
    Found,
    Outlook,
    Process,
    ProcessSolver,
    Promise,
    Solver,
    Status,
    UnsuitableError,
    conditions_of,
    hookimpl,
)

if TYPE_CHECKING:
    from oddsmith_plugins.solvers.stage_games_parts.large import Swept


@dataclass(frozen=True)
class StageGames(ProcessSolver):
    """Players who decide at the same time: one small game per state, backward over games without cycles."""

    name: ClassVar[str] = "stage-games"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})
    simultaneous: ClassVar[bool] = True
    prefer: Literal["best", "worst"] = "best"
    """Which of several equilibria of a decision is played: the one with the largest or the smallest sum for all."""
    by: str = ""
    """Variables by which the report sums up how a crowd decides, as in `inside,h,hand`; the last one in stretches."""
    shown: int = 12
    """Decisions that the report lists at most."""

    def suits(self, process: Process) -> bool:
        return process.together

    def outlook(self, process: Process, context: Context) -> Outlook:
        raise UnsuitableError("what a game takes in which players decide at the same time is not foreseen")

    def find(self, process: Process, context: Context) -> Found:
        from oddsmith_plugins.solvers.stage_games_parts.large import fits, swept

        begun = time.perf_counter()
        if fits(process):
            found = swept(process, conditions_of(process.questions), self.prefer == "best", context)
            if found is not None:
                return self._large(process, found, time.perf_counter() - begun)
        return self._stored(process, context)

    def _stored(self, process: Process, context: Context) -> Found:
        from oddsmith_plugins.solvers.stage_games_parts.work import Work

        work = Work(process, context, self.prefer == "best", self.shown)
        findings: dict[str, Finding] = {}
        refused: dict[str, str] = {}
        seconds: dict[str, float] = {}
        for question in process.questions:
            begun = time.perf_counter()
            try:
                findings[question.name] = work.answer(question)
            except UnsuitableError as error:
                refused[question.name] = str(error)
            seconds[question.name] = time.perf_counter() - begun
        stored = work.board.space.transitions
        told = tuple(work.told.items())
        return Found(findings, refused, stored.size, seconds, transitions=stored.count, told=told)

    def _large(self, process: Process, found: Swept, seconds: float) -> Found:
        from oddsmith_plugins.solvers.stage_games_parts.large import options_of
        from oddsmith_plugins.solvers.stage_games_parts.telling import by_variables
        from oddsmith_plugins.solvers.stage_games_parts.work import regret_text

        regret = max(0.0, found.most - found.lower)
        value = Bounded(0.5 * (found.lower + found.upper), found.lower, found.upper)
        finding = Finding(value, f"symmetric equilibrium, {regret_text(regret)}", Status.DONE)
        asked = {question.name: finding for question in process.questions}
        mixed = int(((found.shares > 0) & (found.shares < 1)).sum())
        several = "none has several symmetric equilibria"
        if found.several:
            several = f"{found.several:,} have several symmetric equilibria, of which the {self.prefer} is played"
        note = f"{int((found.shares >= 0).sum()):,} decisions, {mixed:,} of them mixed; {several}"
        if not self.by:
            note += "; `--solver stage-games --set-option by=VARIABLE,…` sums them up"
            return Found(asked, {}, found.states, dict.fromkeys(asked, seconds), note)
        own, (_, second) = options_of(process)
        names = tuple(name.strip() for name in self.by.split(","))
        text = by_variables(found.encoding, found.rows, found.shares, names, f"{own} = {second}")
        told = (("decisions", text),)
        return Found(asked, {}, found.states, dict.fromkeys(asked, seconds), note, told=told)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (StageGames,)
