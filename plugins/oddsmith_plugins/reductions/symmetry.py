"""A process with parts that may change places -> the same, to be explored up to the order of these parts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import factorial, prod
from typing import ClassVar

from oddsmith.plugin import (
    Blocks,
    Context,
    Diagnostic,
    Parameter,
    Process,
    Question,
    Reduction,
    conditions_of,
    hookimpl,
)
from oddsmith_plugins.reductions.symmetry_parts.declared import complaints, declared_columns
from oddsmith_plugins.reductions.symmetry_parts.exchange import Exchanges
from oddsmith_plugins.reductions.symmetry_parts.forms import TooLargeError
from oddsmith_plugins.reductions.symmetry_parts.questions import asked_rewards, rewards_of, with_few_parts


@dataclass(frozen=True)
class Symmetry(Reduction):
    """Counts states once that differ in the order of exchangeable parts: coins, dice, players, hazards."""

    name: ClassVar[str] = "symmetry"
    last: ClassVar[bool] = True

    def apply(self, process: Process, context: Context) -> Process:
        rewards = asked_rewards(process.questions) if process.questions else _all_rewards(process)
        try:
            exchanges = Exchanges(process, rewards)
            groups, questions = _found(exchanges)
        except TooLargeError as error:
            context.monitor.message(f"symmetry: {process.name} is not looked through: {error}")
            return process
        if not groups:
            context.monitor.message("symmetry: nothing may change places")
            return process
        context.monitor.message(f"symmetry: {_told(groups)} may change places")
        params = _ordered(process, groups)
        smaller = replace(process, params=params, questions=questions, exchangeable=tuple(groups))
        return _without_unasked(smaller, exchanges)


def _found(exchanges: Exchanges) -> tuple[list[Blocks], tuple[Question, ...]]:
    """What may change places where only the questions look, and the questions, about as few parts as possible."""
    process = exchanges.process
    declared = declared_columns(process)
    exchanges.watch(rewards_of(process.rewards, exchanges.rewards))
    if not process.questions:
        exchanges.watch(label.condition for label in process.labels)
        return exchanges.groups(declared), ()
    widest = exchanges.groups(declared)
    questions = with_few_parts(exchanges, widest)
    exchanges.watch(conditions_of(questions))
    return exchanges.groups(declared) if widest else [], questions


def _all_rewards(process: Process) -> frozenset[str]:
    return frozenset(reward.name for reward in process.rewards)


def _ordered(process: Process, groups: list[Blocks]) -> tuple[Parameter, ...]:
    """The first state with its blocks in order: it has the same answers as any other order of them."""
    first = {param.name: param.init for param in process.params}
    for group in groups:
        values = sorted(tuple(first[name] for name in block) for block in group)
        for block, held in zip(group, values, strict=True):
            first |= dict(zip(block, held, strict=True))
    return tuple(replace(param, init=first[param.name]) for param in process.params)


def _without_unasked(process: Process, exchanges: Exchanges) -> Process:
    """Labels and rewards that nobody asks for and that would tell apart what is one state now have no meaning."""
    groups = process.exchangeable
    labels = [a for a in process.labels if all(exchanges.keeps(a.condition, group) for group in groups)]
    gone = _all_rewards(process) - exchanges.rewards
    return replace(
        process,
        labels=tuple(labels),
        rewards=tuple(reward for reward in process.rewards if reward.name not in gone),
        summands=tuple(
            replace(summand, gains=tuple(gain for gain in summand.gains if gain.reward not in gone))
            for summand in process.summands
        ),
    )


def _told(groups: list[Blocks]) -> str:
    """`f[3], f[4] … f[10] (40,320 orders)`."""
    texts = []
    for group in groups:
        names = [block[0] if len(block) == 1 else f"({', '.join(block)})" for block in group]
        shown = names if len(names) <= 4 else [names[0], names[1], f"… {names[-1]}"]
        texts.append(", ".join(shown).replace(", …", " …"))
    orders = prod(factorial(len(group)) for group in groups)
    return f"{'; '.join(texts)} ({orders:,} orders)"


@hookimpl
def oddsmith_reductions() -> list[type[Reduction]]:
    return [Symmetry]


@hookimpl
def oddsmith_check(process: Process) -> list[Diagnostic]:
    return list(complaints(process))
