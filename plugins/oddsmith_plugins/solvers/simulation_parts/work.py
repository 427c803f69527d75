"""A process and the wishes of a user -> estimates: who plays, how many games, and what is said when they fail."""

from __future__ import annotations

import time
from contextlib import nullcontext
from math import prod
from typing import TYPE_CHECKING

from oddsmith.plugin import Context, Diagnostic, Effort, Found, Judge, Outlook, Process, SpecError, Way
from oddsmith_plugins.solvers.simulation_parts.asked import Sheet
from oddsmith_plugins.solvers.simulation_parts.conduct import Conductor, Wish
from oddsmith_plugins.solvers.simulation_parts.findings import Estimator, counted
from oddsmith_plugins.solvers.simulation_parts.players import FaultError, player_of
from oddsmith_plugins.solvers.simulation_parts.program import narrowed
from oddsmith_plugins.solvers.simulation_parts.ranges import never_falls, span
from oddsmith_plugins.solvers.simulation_parts.team import Played, Team

if TYPE_CHECKING:
    from oddsmith_plugins.solvers.simulation import Simulation

MEMORY = 150_000_000
"""Bytes of a process that plays."""
LONGEST = 1_000_000
"""Moves after which a game is cut, unless the user says otherwise."""


def find(solver: Simulation, process: Process, context: Context) -> Found:
    """Play until the intervals are narrow enough, or as many games as were asked for."""
    conductor = _conductor(solver, process, context)
    try:
        trial = conductor.trial()
        _check_length(solver, trial, conductor)
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
    note = _note(total, conductor, context.seed if solver.seed is None else solver.seed)
    return Found(conductor.found, {}, 0, seconds, note, effort)


def foresee(solver: Simulation, process: Process, context: Context) -> Outlook:
    """What it would take, from a few games."""
    conductor = _conductor(solver, process, context)
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
    remark = f"estimates, with intervals that hold with confidence {solver.confidence:g}"
    way = Way(solver.name, MEMORY, guess, ("--solver", solver.name), remark=remark, spare=True)
    return Outlook(text, prod(p.high - p.low + 1 for p in process.params), (way,))


def _conductor(solver: Simulation, process: Process, context: Context) -> Conductor:
    uniform = process.kind != "chain" and solver.decisions == "uniform"
    seed = context.seed if solver.seed is None else solver.seed
    sheet = Sheet.of(process)
    if sheet.refused:
        raise _refused(process, sheet)
    played = narrowed(process, sheet.rewards)
    longest, compiled = int(solver.longest or LONGEST), solver.player == "compiled"
    player = player_of(played, sheet.observables, uniform or process.mixes, seed, longest, compiled)
    if compiled and not player.quick:
        context.monitor.message("the game has no compiled form: it is interpreted, and that is slow")
    estimators = [
        Estimator(item, span(played, seen), never_falls(played, seen), not uniform)
        for item, seen in ((item, sheet.observables[item.main]) for item in sheet.asked)
    ]
    wish = Wish(solver.confidence, solver.width, solver.relative, None if solver.games is None else int(solver.games))
    return Conductor(Team(player, sheet.asked, context), estimators, wish, context)


def _check_length(solver: Simulation, trial: Played, conductor: Conductor) -> None:
    """Games that do not end are no use, unless the user has said where to cut them."""
    if solver.longest is not None or trial.cut * 2 <= trial.games:
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
    played = f"{counted(total.games, 'game')} with {counted(total.moves, 'move')}{cut}"
    pace_text = f"{pace / 1e6:,.3g} million moves per second, seed {seed}"
    return f"played: {played} ({pace_text}); intervals hold with the stated confidence, each by itself"


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
