"""Process -> estimates with confidence intervals, from games that are played at random.

Nothing is explored and nothing is stored: a move samples one successor, and the memory of a game is one state. All
questions are answered from the same games. See `simulation_parts.words` for the random numbers (the same seed gives the
same games for any number of threads and ranks), `program` for the loop, `intervals` for the bounds and `conduct` for
the number of games.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from math import inf, prod
from typing import ClassVar, Literal

from oddsmith.plugin import (
    Context,
    Diagnostic,
    Effort,
    Found,
    Judge,
    Outlook,
    Process,
    ProcessSolver,
    Promise,
    Solver,
    SpecError,
    Way,
    hookimpl,
)
from oddsmith_plugins.solvers.simulation_parts.asked import Sheet
from oddsmith_plugins.solvers.simulation_parts.conduct import Conductor, Wish
from oddsmith_plugins.solvers.simulation_parts.findings import Estimator
from oddsmith_plugins.solvers.simulation_parts.players import FaultError, player_of
from oddsmith_plugins.solvers.simulation_parts.program import narrowed
from oddsmith_plugins.solvers.simulation_parts.ranges import never_falls, span
from oddsmith_plugins.solvers.simulation_parts.team import Played, Team

MEMORY = 150_000_000
"""Bytes of a process that plays."""
LONGEST = 1_000_000
"""Moves after which a game is cut, unless the user says otherwise."""


@dataclass(frozen=True)
class Simulation(ProcessSolver):
    """Plays games at random and counts; confidence intervals, no proofs, any size of game."""

    name: ClassVar[str] = "simulation"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.ESTIMATE})
    spreads: ClassVar[bool] = True

    confidence: float = 0.99
    """With which probability each interval contains the true value."""
    width: float | None = None
    """How wide (from end to end) each interval may be: as many games are played as that takes."""
    relative: bool = False
    """Whether the width is relative to the value."""
    games: float | None = None
    """How many games are played (with a width: at most)."""
    longest: float | None = None
    """Moves after which a game is cut; what is open then counts as unknown."""
    decisions: Literal["none", "uniform"] = "none"
    """What happens where somebody decides: that is refused, or all choices are alike."""
    seed: int | None = None
    """Instead of --seed; in a pipeline several of them make several trials."""
    player: Literal["compiled", "interpreted"] = "compiled"
    """Who plays: machine code, or the slow interpreter in exact numbers."""

    def __post_init__(self) -> None:
        if self.seed is not None and self.seed < 0:
            raise ValueError(f"the seed {self.seed} is negative")
        if not 0 < self.confidence < 1:
            raise ValueError(f"the confidence {self.confidence:g} does not lie between 0 and 1")
        for name in ("width", "games", "longest"):
            value = getattr(self, name)
            if value is not None and not 0 < value < inf:
                raise ValueError(f"{name} is {value:g}, and has to be more than 0")
        for name in ("games", "longest"):
            value = getattr(self, name)
            if value is not None and (value != int(value) or value > 1e15):
                raise ValueError(f"{name} is {value:g}, and has to be a whole number up to 1e15")

    def suits(self, process: Process) -> bool:
        """Never unasked: an estimate is no proof."""
        return False

    def find(self, process: Process, context: Context) -> Found:
        conductor = self._conductor(process, context)
        try:
            trial = conductor.trial()
            self._check_length(trial, conductor)
            with context.keeper.keeping() if conductor.keeps else nullcontext():
                conductor.conduct(trial)
        except FaultError as error:
            raise _explained(process, error, context) from None
        finally:
            conductor.team.close()
        total = conductor.total
        assert total is not None
        seconds = dict.fromkeys(conductor.found, conductor.seconds)
        effort = Effort(0, 0, 0, 0, conductor.seconds, total.games, total.moves - conductor.earlier)
        note = _note(total, conductor, context.seed if self.seed is None else self.seed)
        return Found(conductor.found, {}, 0, seconds, note, effort)

    def outlook(self, process: Process, context: Context) -> Outlook:
        conductor = self._conductor(process, context)
        try:
            conductor.trial()
            began = time.perf_counter()
            trial = conductor.trial()
            seconds = time.perf_counter() - began
        except FaultError as error:
            raise _explained(process, error, context) from None
        finally:
            conductor.team.close()
        games = conductor.enough(trial)
        text = f"a game takes about {trial.moves / trial.games:,.0f} moves, and {games:,} would be played"
        guess = seconds / trial.games * games / conductor.team.threads
        remark = f"estimates, with intervals that hold with confidence {self.confidence:g}"
        way = Way(self.name, MEMORY, guess, ("--solver", self.name), remark=remark, spare=True)
        return Outlook(text, prod(p.high - p.low + 1 for p in process.params), (way,))

    def _conductor(self, process: Process, context: Context) -> Conductor:
        uniform = process.kind != "chain" and self.decisions == "uniform"
        seed = context.seed if self.seed is None else self.seed
        sheet = Sheet.of(process)
        if sheet.refused:
            raise _refused(process, sheet)
        played = narrowed(process, sheet.rewards)
        longest, compiled = int(self.longest or LONGEST), self.player == "compiled"
        player = player_of(played, sheet.observables, uniform or process.mixes, seed, longest, compiled)
        if compiled and not player.quick:
            context.monitor.message("the game has no compiled form: it is interpreted, and that is slow")
        estimators = [
            Estimator(item, span(played, seen), never_falls(played, seen), not uniform)
            for item, seen in ((item, sheet.observables[item.main]) for item in sheet.asked)
        ]
        wish = Wish(self.confidence, self.width, self.relative, None if self.games is None else int(self.games))
        return Conductor(Team(player, sheet.asked, context), estimators, wish, context)

    def _check_length(self, trial: Played, conductor: Conductor) -> None:
        """Games that do not end are no use, unless the user has said where to cut them."""
        if self.longest is not None or trial.cut * 2 <= trial.games:
            return
        names = ", ".join(item.question.name for item in conductor.asked)
        raise SpecError(
            [
                Diagnostic(
                    "E703",
                    f"{trial.cut} of {trial.games} games are not over after {LONGEST:,} moves",
                    why=f"a game is played until all that is asked for ({names}) is decided, and that may be never",
                    fix="ask about a number of moves (`F<=1000`), leave a question out with --question, or cut games "
                    "with --set-option longest=10000: what is open then counts as unknown",
                )
            ]
        )


def _note(total: Played, conductor: Conductor, seed: int) -> str:
    pace = (total.moves - conductor.earlier) / max(conductor.seconds, 1e-9)
    cut = f", {total.cut:,} of them cut" if total.cut else ""
    return (
        f"{total.games:,} games with {total.moves:,} moves were played{cut} ({pace / 1e6:,.3g} million moves per "
        f"second, seed {seed}); intervals hold with the stated confidence, each by itself"
    )


def _undecided(process: Process, state: str) -> SpecError:
    """Decisions that nobody makes; a game in which a strategy leaves one choice in every state has none."""
    who = "somebody decides" if process.kind == "mdp" else "players decide"
    return SpecError(
        [
            Diagnostic(
                "E703",
                f"the solver simulation cannot play {process.name}: {who} in it",
                why="games are played at random, and nothing says how decisions are made",
                fix="give a strategy with --strategy FILE, or let all choices be alike: --set-option decisions=uniform",
                notes=(f"state: {state}",),
            )
        ]
    )


def _refused(process: Process, sheet: Sheet) -> SpecError:
    spans = {question.name: question.span for question in process.questions}
    return SpecError(
        [
            Diagnostic(
                "E703",
                f"the solver simulation does not answer {name}: {reason}",
                spans[name],
                fix="name the questions that it is to answer: --question NAME",
            )
            for name, reason in sheet.refused.items()
        ]
    )


def _explained(process: Process, error: FaultError, context: Context) -> SpecError:
    """What is wrong with the state in which the game broke its rules, and a way to it."""
    from oddsmith_plugins.kernels.reference import Reference

    kernel = Reference().build(process, (), context)
    judge = Judge(process, kernel, 0, context)
    verdict = judge.verdict(error.row)
    if verdict is None and process.kind != "chain" and kernel.expand(error.row.reshape(1, -1)).choices[0] > 1:
        return _undecided(process, kernel.encoding.describe(error.row))
    if verdict is None:
        message = "an expression has no value in 64 bits in a state that was reached"
        return SpecError([Diagnostic("E612", message, fix="play it with --set-option player=interpreted")])
    return judge.explain(verdict)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Simulation,)
