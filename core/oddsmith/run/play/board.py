"""A process and a state -> what can be chosen there and what can come of it, in the words of the spec."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from oddsmith.expr.evaluate import Compiler
from oddsmith.kernel.kernel import Kernel
from oddsmith.process.access import Access
from oddsmith.process.layout import layout_of
from oddsmith.process.process import Process, Summand

Row = NDArray[np.uint64]
NOTHING = "nothing changes"


@dataclass(frozen=True)
class Outcome:
    """What may come of a choice: states that look alike to the player who looks, with their probabilities."""

    text: str
    """What changes."""
    states: tuple[tuple[Row, Fraction, tuple[Fraction, ...]], ...]
    """(state, probability, what each reward gains)."""

    @property
    def probability(self) -> Fraction:
        return sum((probability for _, probability, _ in self.states), Fraction(0))


@dataclass(frozen=True)
class Choice:
    """Something that can be done."""

    title: str
    action: str
    player: str | None
    outcomes: tuple[Outcome, ...]
    veiled: bool = False
    """Whether what may come of it, and how probably, depends on what the one who looks must not see."""


@dataclass(frozen=True)
class Board:
    """The rules, seen by one player (or by all, where `viewer` is None)."""

    process: Process
    kernel: Kernel
    """An exact one, whose conditions are the labels."""
    viewer: str | None = None

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Parameters that the viewer must not see."""
        if self.viewer is None:
            return frozenset()
        return frozenset(name for name, players in self.process.sees if self.viewer not in players)

    def start(self) -> Row:
        return self.kernel.encoding.initial()

    def shown(self, row: Row) -> dict[str, str]:
        """The values of all parameters by name; `?` for what the viewer must not see."""
        values = zip(self.process.params, self.kernel.encoding.unpack(row), strict=True)
        return {p.name: "?" if p.name in self.hidden else p.type.text(value) for p, value in values}

    @cached_property
    def access(self) -> Access:
        return Access.of(self.process)

    @cached_property
    def telling(self) -> frozenset[str]:
        """Rewards that would tell what is hidden."""
        read = [(reward.name, self.access.expression(reward.state)) for reward in self.process.rewards]
        for summand in self.process.summands:
            bound = frozenset(s.name for s in summand.sums)
            read += [(gain.reward, self.access.expression(gain.value, bound)) for gain in summand.gains]
        return frozenset(name for name, parameters in read if parameters & self.hidden)

    def labels(self, row: Row) -> list[str]:
        """The labels that hold and do not tell what is hidden."""
        return [
            label.name
            for number, label in enumerate(self.process.labels)
            if not self.access.expression(label.condition) & self.hidden
            and self.kernel.holds(number, row.reshape(1, -1))[0]
        ]

    def choices(self, row: Row) -> tuple[Choice, ...]:
        """All that can be done, in the order of the kernel; () where the game is over."""
        moves = self.kernel.expand(row.reshape(1, -1))
        assert moves.exact_weights is not None
        assert moves.exact_gains is not None
        found: list[Choice] = []
        begin = 0
        shares = len(moves.sizes) if self.process.mixes else 1
        mixed = []
        before = [Fraction(self.kernel.exact_state_gain(r, row.reshape(1, -1))[0]) for r in range(len(self.rewards))]
        chosen = list(self._chosen(row))
        for number, size in enumerate(moves.sizes.tolist()):
            summand = self.process.summands[int(moves.summand[number])]
            parts = []
            for t in range(begin, begin + size):
                step = moves.exact_step_gains[t] if moves.exact_step_gains is not None else [Fraction(0)] * len(before)
                gained = tuple(a + b + c for a, b, c in zip(before, moves.exact_gains[number], step, strict=True))
                parts.append((moves.targets[t], moves.exact_weights[t] / shares, gained))
            begin += size
            mixed += parts
            veiled = bool(self.hidden & self.access.reads(summand))
            found.append(Choice(chosen[number], summand.action, summand.player, self._outcomes(row, parts), veiled))
        if shares > 1:  # nobody decides which of the commands of a chain is taken
            title = " or ".join(dict.fromkeys(choice.title for choice in found))
            return (Choice(title, title, None, self._outcomes(row, mixed), any(choice.veiled for choice in found)),)
        return self._distinct(row, found)

    @property
    def rewards(self) -> tuple[str, ...]:
        return self.kernel.rewards

    def _chosen(self, row: Row) -> Iterator[str]:
        """The command and the chosen values of every choice."""
        state = self.kernel.encoding.unpack(row)
        compiler = Compiler(layout_of(self.process))
        for summand in self.process.summands:
            guard = compiler.compile(summand.guard, [s.name for s in summand.sums])
            for values in product(*(s.values for s in summand.sums)):
                if guard((*state, *values)):
                    yield _title(summand, values)

    def _outcomes(self, row: Row, parts: list[tuple[Row, Fraction, tuple[Fraction, ...]]]) -> tuple[Outcome, ...]:
        """States that look alike are one outcome; the most probable come first."""
        alike: dict[str, dict[object, tuple[Row, Fraction, tuple[Fraction, ...]]]] = {}
        for target, probability, gained in parts:
            group = alike.setdefault(self.changes(row, target), {})
            key = (target.tobytes(), gained)
            group[key] = (target, probability + (group[key][1] if key in group else 0), gained)
        outcomes = [Outcome(text, tuple(group.values())) for text, group in alike.items()]
        return tuple(sorted(outcomes, key=lambda outcome: -outcome.probability))

    def changes(self, row: Row, target: Row) -> str:
        """`pos[1]: 3 -> 9, turn: 1 -> 2`, without what the viewer must not see."""
        old, new = self.shown(row), self.shown(target)
        return ", ".join(f"{name}: {old[name]} -> {new[name]}" for name in new if new[name] != old[name]) or NOTHING

    def _distinct(self, row: Row, choices: list[Choice]) -> tuple[Choice, ...]:
        """Choices of the same title are told apart by what they may change."""
        often = Counter(choice.title for choice in choices)

        def titled(choice: Choice) -> Choice:
            if often[choice.title] == 1:
                return choice
            return replace(choice, title=f"{choice.title}, {self._touched(row, choice)}")

        return tuple(map(titled, choices))

    def _touched(self, row: Row, choice: Choice) -> str:
        if len(choice.outcomes) == 1:
            return choice.outcomes[0].text
        states = [self.shown(state) for outcome in choice.outcomes for state, _, _ in outcome.states]
        names = [name for name in self.shown(row) if len({state[name] for state in states}) > 1]
        return "by chance: " + ", ".join(names)


def _title(summand: Summand, values: tuple[int, ...]) -> str:
    name = summand.action or "move"
    chosen = ", ".join(f"{s.name} = {value}" for s, value in zip(summand.sums, values, strict=True))
    return f"{name}, {chosen}" if chosen else name
