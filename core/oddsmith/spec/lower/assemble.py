"""A checked Game -> the linear Process: everything unrolled but draws, choices and functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddsmith.process.process import TAU, Process, Summand
from oddsmith.process.question import Distribution, Expectation, Probability, Question
from oddsmith.source import Diagnostic, Source, Span, SpecError
from oddsmith.spec.ask import STEPS, Asking, parse_question
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import Game
from oddsmith.spec.lower.bound import check_bound
from oddsmith.spec.lower.effects import Setting
from oddsmith.spec.lower.ground import Ground, ground
from oddsmith.spec.lower.players import check_wants, owner, watching
from oddsmith.spec.lower.questions import ask_all
from oddsmith.spec.lower.rewards import Rewards, step_reward
from oddsmith.spec.lower.steps import Step, unroll
from oddsmith.spec.lower.synchronise import synchronise
from oddsmith.spec.lower.used import without_unused
from oddsmith.spec.lower.variables import hidden_cells


def lower(game: Game) -> Process:
    """The linear form; raises SpecError with every complaint found."""
    complaints = Complaints()
    base = ground(game)
    reserved = frozenset(p.name for p in base.params) | {a.name for a in base.arrays}
    setting = Setting(base.constants, {t.name: t for t in game.tables}, reserved, complaints, base.ranges)
    components = [unroll(component, setting) for component in base.parts.components]
    rewards = Rewards(game.rewards, base.scope, base.constants)
    questions = ask_all(game.questions, _asking(base), complaints)
    complaints.check()
    steps = synchronise(components, game.independent, reserved)
    summands = tuple(_summand(base, step, rewards) for step in steps)
    check_wants(base.players, rewards.names)
    process = Process(
        game.name,
        game.kind,
        base.params,
        summands,
        arrays=base.arrays,
        tables=game.tables,
        functions=base.functions,
        labels=base.labels,
        rewards=rewards.states(),
        players=tuple(p.name for p in base.players),
        wants=tuple((p.name, p.wants.name) for p in base.players if p.wants is not None),
        deadlock=game.deadlock,
        overlap=game.overlap,
        sees=_sees(base),
        symmetry=game.symmetry,
    )
    process = with_questions(process, questions)
    check_bound(process, complaints)
    complaints.check()
    return without_unused(process)


def ask(game: Game, text: str, name: str = "asked") -> Question:
    """One more question, parsed; raises SpecError. `with_questions` adds it to the lowered game."""
    source = Source("--ask", text)
    query = parse_question(Span(source, 0, len(text)), _asking(ground(game)))
    return Question(name, " ".join(text.split()), query)


def with_questions(process: Process, questions: Sequence[Question], game: Game | None = None) -> Process:
    """The process with more questions, and with the reward `steps` if one of them needs it.

    If the game is given, functions and tables that only these questions use come back from it.
    """
    _check_coalitions(process, questions)
    measures = [question.measure for question in questions]
    asked = {q.reward for q in measures if isinstance(q, Expectation | Distribution)}
    known = {r.name for r in process.rewards}
    added = (step_reward(),) if STEPS in asked - known else ()
    asking = replace(process, rewards=process.rewards + added, questions=process.questions + tuple(questions))
    if game is None:
        return asking
    return without_unused(replace(asking, functions=ground(game).functions, tables=game.tables))


def _check_coalitions(process: Process, questions: Sequence[Question]) -> None:
    """Refuse coalitions with players who own no command: they can enforce nothing. Files of states have no commands."""
    if not process.summands:
        return
    owners = {summand.player for summand in process.summands}
    owners |= {party.player for summand in process.summands for party in summand.parties}
    found = []
    for question in questions:
        measure = question.measure
        coalition = measure.coalition if isinstance(measure, Probability | Expectation) else None
        for name in coalition or ():
            if name in process.players and name not in owners:
                fix = f"write `player: {name}` at the commands that {name} decides on, or leave {name} out of `<<…>>`"
                found.append(Diagnostic("E503", f"`{name}` decides nothing in this game", question.span, fix=fix))
    if found:
        raise SpecError(found)


def _asking(base: Ground) -> Asking:
    rewards = Rewards(base.game.rewards, base.scope, base.constants).names
    players = tuple(p.name for p in base.players)
    aimless = tuple(p.name for p in base.players if p.wants is None)
    labels = frozenset(label.name for label in base.labels)
    return Asking(base.game.kind, base.scope, base.types, base.constants, rewards, players, aimless, labels)


def _summand(base: Ground, step: Step, rewards: Rewards) -> Summand:
    game = base.game
    action = "" if step.action is None else step.action.text
    if step.action is not None and step.matches(game.hide):
        action = TAU
    player = owner(step, base.players) if game.kind == "game" else None
    return Summand(
        action, step.guard, step.branches, player, step.sums, rewards.gains(step), step.origin, parties=step.parties
    )


def _sees(base: Ground) -> tuple[tuple[str, tuple[str, ...]], ...]:
    players = tuple(player.name for player in base.players)
    found = [
        (name, watching(variable, scope, players, base.constants))
        for name, variable, scope in hidden_cells(base.parts.declared, base.constants)
    ]
    return tuple((name, seen) for name, seen in found if seen != players or not players)
