"""The products of a run -> its outcome, and the exit code that sums it up."""

from __future__ import annotations

import resource

import numpy as np

from oddsmith.hosting.outcome import Outcome
from oddsmith.process.question import Expectation, Probability
from oddsmith.run.plan import Plan
from oddsmith.run.unstored import Unstored
from oddsmith.solve.answer import Answer
from oddsmith.solve.solution import Status
from oddsmith.space.space import StateSpace
from oddsmith.spec.game import Game


def conclude(
    plan: Plan,
    game: Game,
    space: StateSpace,
    answers: tuple[Answer, ...],
    seconds: dict[str, float],
    kernel: str,
    precision: float,
) -> Outcome:
    """What is reported and kept of a run."""
    notes = []
    if space.deadlocks:
        ends = "1 state has" if space.deadlocks == 1 else f"{space.deadlocks:,} states have"
        notes.append(f"{ends} no command: the game ends there (deadlock: loop)")
    notes += [f"{name} never has a choice" for name in _idle(space, answers)]
    return Outcome(
        game=game.name,
        about=game.about.strip(),
        spec=str(plan.spec),
        constants=game.constants,
        states=space.size,
        transitions=space.transitions.count,
        answers=answers,
        seconds=_spent(plan, seconds),
        peak_memory=peak_memory(),
        precision=precision,
        kernel=kernel,
        notes=tuple(notes),
    )


def conclude_unstored(
    plan: Plan, game: Game, early: Unstored, answers: tuple[Answer, ...], seconds: dict[str, float], precision: float
) -> Outcome:
    """The same where nothing was stored."""
    return Outcome(
        game=game.name,
        about=game.about.strip(),
        spec=str(plan.spec),
        constants=game.constants,
        states=early.states,
        transitions=early.transitions,
        answers=answers,
        seconds=_spent(plan, seconds),
        peak_memory=peak_memory(),
        precision=precision,
        choices=early.choices,
        notes=early.notes,
        effort=early.effort,
        told=early.told,
    )


def _spent(plan: Plan, seconds: dict[str, float]) -> dict[str, float]:
    return {stage: spent for stage, spent in seconds.items() if not stage.startswith("reduce") or plan.reductions}


def exit_code(outcome: Outcome) -> int:
    """130: interrupted; 1: an expectation or comparison failed; 5: an answer is missing or came of too little time;
    4: a bound is wider than asked; 0: fine."""
    if any(answer.status is Status.INTERRUPTED for answer in outcome.answers):
        return 130
    if any(answer.ok is False for answer in outcome.answers):
        return 1
    if any(answer.status in (Status.LATE, Status.MISSING) for answer in outcome.answers):
        return 5
    return 4 if any(answer.status is not Status.DONE for answer in outcome.answers) else 0


def peak_memory() -> int:
    """Bytes, the most that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _idle(space: StateSpace, answers: tuple[Answer, ...]) -> list[str]:
    """The players that questions name and that have one choice at most wherever it is their turn."""
    measures = [answer.question.measure for answer in answers]
    named = [name for m in measures if isinstance(m, Probability | Expectation) for name in m.coalition or ()]
    if not named or space.player is None:
        return []
    deciding = set(space.player[np.diff(space.transitions.starts) > 1].tolist())
    return [name for n, name in enumerate(space.players) if name in named and n not in deciding]
