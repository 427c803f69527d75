"""A process with parts that may change places -> the same, to be explored up to the order of these parts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import factorial, prod
from typing import ClassVar

from oddsmith.plugin import Blocks, Context, Parameter, Process, Reduction, hookimpl
from oddsmith_plugins.reductions.symmetry_parts.exchange import Exchanges, asked_rewards, observed_formulas
from oddsmith_plugins.reductions.symmetry_parts.forms import TooLargeError


@dataclass(frozen=True)
class Symmetry(Reduction):
    """Counts states once that differ in the order of exchangeable parts: coins, dice, players, hazards."""

    name: ClassVar[str] = "symmetry"

    def apply(self, process: Process, context: Context) -> Process:
        rewards = asked_rewards(process.questions) if process.questions else _all_rewards(process)
        try:
            exchanges = Exchanges(process, rewards, observed_formulas(process))
            groups = exchanges.groups()
        except TooLargeError as error:
            context.monitor.message(f"symmetry: {process.name} is not looked through: {error}")
            return process
        if not groups:
            context.monitor.message("symmetry: nothing may change places")
            return process
        context.monitor.message(f"symmetry: {_told(groups)} may change places")
        return _without_unasked(
            replace(process, params=_ordered(process, groups), exchangeable=tuple(groups)), exchanges
        )


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
