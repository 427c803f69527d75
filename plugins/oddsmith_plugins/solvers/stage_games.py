"""Games in which players decide at the same time -> values, mixtures and their certificate, by one backward sweep.

Every state is a game of its own, played once (a stage game), whose payoffs are the values of what follows: see
`stage_games_parts/zero_sum.py` (a coalition against all others) and `played.py` (equilibrium, social optimum). Games with
cycles are refused. No stopping rule: the sweep ends, and its result is exact or as good as floating-point numbers are.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from oddsmith.plugin import (
    Bounded,
    Context,
    Expectation,
    Finding,
    Found,
    Outlook,
    Played,
    Probability,
    Process,
    ProcessSolver,
    Promise,
    Question,
    Solver,
    Status,
    UnsuitableError,
    conditions_of,
    explore,
    hookimpl,
)
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.kernels.reference import Reference
from oddsmith_plugins.solvers.bounds import NEGLIGIBLE, relative_width
from oddsmith_plugins.solvers.stage_games_parts.board import Board
from oddsmith_plugins.solvers.stage_games_parts.columns import Pair, measured, wanted
from oddsmith_plugins.solvers.stage_games_parts.played import InexactError, Table
from oddsmith_plugins.solvers.stage_games_parts.plays import Play
from oddsmith_plugins.solvers.stage_games_parts.prepare import prepared
from oddsmith_plugins.solvers.stage_games_parts.telling import describe
from oddsmith_plugins.solvers.stage_games_parts.zero_sum import enforce


@dataclass(frozen=True)
class StageGames(ProcessSolver):
    """Players who decide at the same time: one small game per state, backward over games without cycles."""

    name: ClassVar[str] = "stage-games"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})
    simultaneous: ClassVar[bool] = True
    prefer: Literal["best", "worst"] = "best"
    """Which of several equilibria of a decision is played: the one with the largest or the smallest sum for all."""
    rows: int = 12
    """Decisions that the report shows at most."""

    def suits(self, process: Process) -> bool:
        return process.together

    def outlook(self, process: Process, context: Context) -> Outlook:
        raise UnsuitableError("what a game takes in which players decide at the same time is not foreseen")

    def find(self, process: Process, context: Context) -> Found:
        work = _Work(self, process, context)
        for question in process.questions:
            begun = time.perf_counter()
            try:
                work.findings[question.name] = work.answer(question)
            except UnsuitableError as error:
                work.refused[question.name] = str(error)
            work.seconds[question.name] = time.perf_counter() - begun
        stored = work.board.space.transitions
        return Found(
            work.findings, work.refused, stored.size, work.seconds, " ".join(work.notes), transitions=stored.count
        )


class _Work:
    """One game and its questions; questions about one way to play share it."""

    def __init__(self, solver: StageGames, process: Process, context: Context) -> None:
        self.solver, self.context = solver, context
        self.process = prepared(process)
        self.formulas = conditions_of(process.questions)
        kernels = (Reference(), CompiledTarget())
        space, _ = explore(self.process, self.formulas, kernels, context)
        self.board = Board(self.process, space)
        self.findings: dict[str, Finding] = {}
        self.refused: dict[str, str] = {}
        self.seconds: dict[str, float] = {}
        self.notes: list[str] = []

    def truth(self, formula: object) -> object:
        return self.board.space.conditions[list(self.formulas).index(formula)]  # type: ignore[arg-type]

    def answer(self, question: Question) -> Finding:
        query = question.query
        if isinstance(query, Played):
            return self._played(question, query)
        if not isinstance(query, Probability | Expectation) or query.coalition is None:
            raise UnsuitableError("it must be said who plays for it: `<<player>>`, `equilibrium` or `social`")
        return self._enforced(question, query)

    def _enforced(self, question: Question, query: Probability | Expectation) -> Finding:
        column = measured(self.board, question, self.truth)
        members = frozenset(self.process.players.index(name) for name in query.coalition or ())
        pair, play = enforce(self.board, column, members, 1 if query.optimum == "max" else -1, self.context)
        return self._finding(pair, play, "zero-sum stage games")

    def _played(self, question: Question, query: Played) -> Finding:
        if not isinstance(query.measure, Probability | Expectation):
            raise UnsuitableError("a whole distribution is not found where players decide at the same time")
        wants = dict(self.process.wants)
        columns = [wanted(self.board, wants[player]) for player in self.process.players]
        measure = measured(self.board, question, self.truth)

        def table(exact: bool) -> Table:
            made = Table.of(self.board, columns, [measure], exact, self.solver.prefer == "best")
            made.sweep(made.equilibrium if query.play == "equilibrium" else made.social, self.context)
            return made

        try:
            made = table(True)
        except InexactError:
            made = table(False)
        made.play.regret = made.regret()
        pair = made.sheet.value[-1][self.board.space.initial]
        alike = any(party.among is not None for s in self.process.summands for party in s.parties)
        method = "the best play for all together"
        if query.play == "equilibrium":
            method = f"{'symmetric ' if alike else ''}equilibrium, regret {_size(made.play.regret)}"
        self.notes += describe(question, made, self.solver.rows) if query.play == "equilibrium" else []
        return self._finding(pair, made.play, method)

    def _finding(self, pair: Pair, play: Play, method: str) -> Finding:
        low, high = pair
        if low == high and not isinstance(low, float):
            return Finding(Bounded.of(low), f"{method}, in fractions")
        value = Bounded((float(low) + float(high)) / 2, float(low), float(high))
        narrow = relative_width(value.lower, value.upper) <= self.context.precision or high - low <= NEGLIGIBLE
        return Finding(value, method, Status.DONE if narrow else Status.LOOSE)


def _size(regret: object) -> str:
    return "0" if not regret else f"at most {float(regret):.1e}"  # type: ignore[arg-type]


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (StageGames,)
