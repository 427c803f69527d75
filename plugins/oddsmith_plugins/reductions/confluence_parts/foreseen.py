"""A process -> the same with marks on hidden commands that may be followed at once, before any state is stored.

A hidden command that leads to one state for sure, gains nothing and changes nothing that is asked about is confluent if
each other command

- is never enabled together with it, or
- can be done after it with the same weights and gains, and leads, outcome by outcome, to where it leads when it is done
  first and the hidden command then (or at once: what the hidden command did is written over), or
- is a hidden step to the same state.

Then a state and the one that the command leads to are branching bisimilar, whatever else is enabled (Timmer, Stoelinga
and van de Pol: Confluence reduction for probabilistic systems, 2011), so the second stands for the first. A command
that is always enabled alone needs to be invisible only where it is followed: its mark says where.
All this is shown on the text of the commands (SCOOP does the same); what it does not see is left to the stored space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from oddsmith.plugin import (
    FALSE,
    TAU,
    TRUE,
    Binary,
    Call,
    Compare,
    Context,
    Expr,
    Number,
    Process,
    Summand,
    simplify,
    value_of,
    walk,
)
from oddsmith_plugins.reductions.confluence_parts.afterwards import Afterwards
from oddsmith_plugins.reductions.confluence_parts.commuting import Commands
from oddsmith_plugins.reductions.simplification_parts.boxes import Box


def foreseen(
    process: Process, conditions: tuple[Expr, ...], rewards: frozenset[str] | None, context: Context
) -> Process:
    """The marked process; `rewards` are those asked about (None: all).

    Where states are sorted (`exchangeable`) ranges are not those of the commands, and where somebody does not see
    everything a step is something to be noticed: such processes are left alone.
    """
    candidates = [number for number, summand in enumerate(process.summands) if _is_sure(summand)]
    if not candidates or process.exchangeable or process.sees:
        return process
    commands = Commands(process, context)
    search = _Search(commands, conditions, rewards)
    marks = {}
    for number in candidates:
        context.check()
        marks[number] = search.mark(number)
    summands = tuple(replace(s, followed=marks.get(number)) for number, s in enumerate(process.summands))
    return replace(process, summands=summands)


def _is_sure(summand: Summand) -> bool:
    """Hidden, without a choice, to one state."""
    if summand.action != TAU or summand.sums or len(summand.branches) != 1:
        return False
    branch = summand.branches[0]
    return not branch.draws and value_of(branch.weight) == 1


class _Search:
    def __init__(self, commands: Commands, conditions: tuple[Expr, ...], rewards: frozenset[str] | None) -> None:
        self.commands, self.conditions, self.rewards = commands, conditions, rewards
        self.process = commands.process

    def mark(self, number: int) -> Expr | None:
        """Where the command may be followed; None: nowhere."""
        summand = self.process.summands[number]
        step = Afterwards.of(summand.branches[0].updates, self.process, self.commands.access)
        if step is None:
            return None
        unseen = self._unseen(summand, step)
        if unseen == FALSE:
            return None
        others = [other for other in range(len(self.process.summands)) if other != number]
        others = [other for other in others if not self.commands.exclude(summand, self.process.summands[other])]
        if not others:
            return unseen
        if unseen != TRUE or self.process.kind == "chain" or not self._pays_alike(summand, step):
            return None
        return TRUE if all(self.commands.commute(number, step, other) for other in others) else None

    def _unseen(self, summand: Summand, step: Afterwards) -> Expr:
        """Where the step changes no condition and gains nothing."""
        box = self.commands.inside(summand.guard)
        found: Expr = TRUE
        for part in self._requirements(summand, step, box):
            found = simplify(Binary("and", found, self.commands.decide(part, box)))
        return found

    def _requirements(self, summand: Summand, step: Afterwards, box: Box) -> Iterator[Expr]:
        for condition in self.conditions:
            after = step(condition)
            if after is None:
                yield FALSE
            elif not self.commands.same(after, condition, box):
                yield Binary("<=>", condition, after)
        for reward in self.process.rewards:
            if self._counts(reward.name):
                yield Compare(reward.state, (("=", Number(0)),))
        for gain in summand.gains:
            if self._counts(gain.reward):
                ahead = any(isinstance(node, Call) and node.function == "next" for node in walk(gain.value))
                yield FALSE if ahead else Compare(gain.value, (("=", Number(0)),))

    def _pays_alike(self, summand: Summand, step: Afterwards) -> bool:
        """Whether the state after the step pays nothing either: others may be left from either of them."""
        box = self.commands.inside(summand.guard)
        states = [step(reward.state) for reward in self.process.rewards if self._counts(reward.name)]
        return all(state is not None and value_of(self.commands.decided(state, box)) == 0 for state in states)

    def _counts(self, reward: str) -> bool:
        return self.rewards is None or reward in self.rewards
