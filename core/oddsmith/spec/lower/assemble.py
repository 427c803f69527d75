"""A checked Game -> the linear Process: everything unrolled but draws, choices and functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddsmith.process.process import TAU, Process, Summand
from oddsmith.process.question import Distribution, Expectation, Question
from oddsmith.source import Source, Span
from oddsmith.spec.ask import STEPS, Asking, parse_question
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.game import Game
from oddsmith.spec.lower.effects import Setting
from oddsmith.spec.lower.ground import Ground, ground
from oddsmith.spec.lower.players import owner
from oddsmith.spec.lower.questions import ask_all
from oddsmith.spec.lower.rewards import Rewards, step_reward
from oddsmith.spec.lower.steps import Step, unroll
from oddsmith.spec.lower.synchronise import synchronise
from oddsmith.spec.lower.used import without_unused


def lower(game: Game) -> Process:
    """The linear form; raises SpecError with every complaint found."""
    complaints = Complaints()
    base = ground(game)
    reserved = frozenset(p.name for p in base.params) | {a.name for a in base.arrays}
    setting = Setting(base.constants, {t.name: t for t in game.tables}, reserved, complaints)
    components = [unroll(component, setting) for component in base.parts.components]
    rewards = Rewards(game.rewards, base.scope, base.constants)
    questions = ask_all(game.questions, _asking(base), complaints)
    complaints.check()
    steps = synchronise(components, game.independent, reserved)
    summands = tuple(_summand(game, step, rewards) for step in steps)
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
        players=tuple(p.name for p in game.players),
        deadlock=game.deadlock,
        sees=_sees(base),
        symmetry=game.symmetry,
    )
    return without_unused(with_questions(process, questions))


def ask(game: Game, text: str, name: str = "asked") -> Question:
    """One more question, parsed; raises SpecError. `with_questions` adds it to the lowered game."""
    source = Source("--ask", text)
    query = parse_question(Span(source, 0, len(text)), _asking(ground(game)))
    return Question(name, " ".join(text.split()), query)


def with_questions(process: Process, questions: Sequence[Question], game: Game | None = None) -> Process:
    """The process with more questions, and with the reward `steps` if one of them needs it.

    If the game is given, functions and tables that only these questions use come back from it.
    """
    queries = [q.query for q in questions]
    asked = {q.reward for q in queries if isinstance(q, Expectation | Distribution)}
    known = {r.name for r in process.rewards}
    added = (step_reward(),) if STEPS in asked - known else ()
    asking = replace(process, rewards=process.rewards + added, questions=process.questions + tuple(questions))
    if game is None:
        return asking
    return without_unused(replace(asking, functions=ground(game).functions, tables=game.tables))


def _asking(base: Ground) -> Asking:
    rewards = tuple(clause.name for clause in base.game.rewards)
    players = tuple(p.name for p in base.game.players)
    labels = frozenset(label.name for label in base.labels)
    return Asking(base.game.kind, base.scope, base.types, base.constants, rewards, players, labels)


def _summand(game: Game, step: Step, rewards: Rewards) -> Summand:
    action = "" if step.action is None else step.action.text
    if step.action is not None and step.matches(game.hide):
        action = TAU
    player = owner(step, game.players) if game.kind == "game" else None
    return Summand(action, step.guard, step.branches, player, step.sums, rewards.gains(step), step.origin)


def _sees(base: Ground) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = []
    hidden = {item.name: item.variable.sees for item in base.parts.declared if item.variable.sees is not None}
    for param in base.params:
        players = hidden.get(param.name.split("[")[0])
        if players is not None:
            found.append((param.name, players))
    return tuple(found)
