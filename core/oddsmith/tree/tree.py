"""Game trees: every history of a game that ends, and what each player knows where he decides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.space.space import StateSpace

ONLY = "his only decision"
AFTER = "after"
"""Where two sets look alike, the move before tells them apart."""
Integers = NDArray[np.int64]
Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Information:
    """The information sets, those of one player together and his earlier ones first.

    Set i belongs to `player[i]`, who there has the moves `start[i] <= m < start[i + 1]`. Moves of all sets are numbered
    through; behind them, number `moves + p` stands for player p not having moved yet. `before[i]` is the move that the
    player made last before: perfect recall means that there is only one.
    """

    player: Integers
    start: Integers
    before: Integers
    example: Integers
    """One state of each set."""
    names: tuple[str, ...]
    """Of every move: `bet`, `take k=2`."""

    @property
    def count(self) -> int:
        return len(self.player)

    @property
    def moves(self) -> int:
        return int(self.start[-1])

    @cached_property
    def owner(self) -> Integers:
        """The set of every move."""
        return np.repeat(np.arange(self.count), np.diff(self.start))

    def of(self, player: int) -> Integers:
        """The sets of one player."""
        return np.flatnonzero(self.player == player)

    def uniform(self) -> Vector:
        """The behaviour in which every move of a set is as likely as the others."""
        sizes = np.diff(self.start)
        return np.repeat(1.0 / sizes, sizes)


@dataclass(frozen=True)
class GameTree:
    """Nodes are histories, the empty one first, then those of one step, of two steps, and so on.

    Node v was reached from `parent[v]` by the transition `step[v]` of the space (-1 for the first node) and is in state
    `state[v]`. `information_set[v]` is -1 where nobody decides. `last[p, v]` is the last move of player p before v.
    """

    space: StateSpace
    players: tuple[str, ...]
    wants: tuple[str | None, ...]
    """The reward that each player wants; None where the game does not say."""
    visible: tuple[tuple[int, ...], ...]
    """The parameters that each player sees."""
    state: Integers
    parent: Integers
    step: Integers
    level: Integers
    """Nodes of depth d: level[d] <= v < level[d + 1]."""
    information_set: Integers
    last: Integers
    information: Information

    @property
    def size(self) -> int:
        return len(self.state)

    @cached_property
    def leaves(self) -> Integers:
        """The nodes at which the game is over."""
        inner = np.zeros(self.size, dtype=np.bool_)
        inner[self.parent[1:]] = True
        return np.flatnonzero(~inner)

    @cached_property
    def chance(self) -> Vector:
        """The part of chance in the probability of every node: the product of the weights on the way."""
        found = np.ones(self.size)
        weight = self.space.transitions.weight
        for low, high in self.levels:
            found[low:high] = found[self.parent[low:high]] * weight[self.step[low:high]]
        return found

    @property
    def levels(self) -> list[tuple[int, int]]:
        """First and last + 1 node of every depth from 1 on."""
        bounds = self.level.tolist()
        return list(pairwise(bounds[1:]))

    def summed(self, gained: NDArray[Any]) -> NDArray[Any]:
        """What is gained on the way to every node; `gained` is what every node adds (numbers or fractions)."""
        found = gained.copy()
        for low, high in self.levels:
            found[low:high] += found[self.parent[low:high]]
        return found

    def view(self, information_set: int) -> dict[str, int]:
        """What the player sees there: the values of the parameters by name."""
        encoding = self.space.encoding
        values = encoding.unpack(self.space.rows[self.information.example[information_set]])
        seen = self.visible[int(self.information.player[information_set])]
        return {encoding.params[place].name: values[place] for place in seen}

    def seen(self, information_set: int) -> tuple[tuple[str, str], ...]:
        """The same for readers, as far as it differs between the sets of the player."""
        encoding, telling = self.space.encoding, self._telling[int(self.information.player[information_set])]
        values = encoding.unpack(self.space.rows[self.information.example[information_set]])
        params = [(encoding.params[place], values[place]) for place in telling]
        found = tuple((param.name, param.type.text(value)) for param, value in params)
        before = int(self.information.before[information_set])
        if information_set not in self._alike or before >= self.information.moves:
            return found
        return (*found, (AFTER, self.information.names[before].replace(" ", "_")))

    def words(self, information_set: int) -> str:
        """In one line: `card[1]=3, bettor=0`."""
        return ", ".join(f"{name}={value}" for name, value in self.seen(information_set)) or ONLY

    @cached_property
    def _alike(self) -> frozenset[int]:
        """The sets in which the player sees the same as in another: only his moves before tell them apart."""
        known = self.information
        groups: dict[tuple[int, bytes], list[int]] = {}
        for number in range(known.count):
            player = int(known.player[number])
            seen = self.space.encoding.unpack(self.space.rows[known.example[number]])
            key = bytes(str([seen[place] for place in self.visible[player]]), "ascii")
            groups.setdefault((player, key), []).append(number)
        return frozenset(number for group in groups.values() if len(group) > 1 for number in group)

    @cached_property
    def _telling(self) -> list[tuple[int, ...]]:
        """For each player the visible parameters that are not the same in all of his sets."""
        found = []
        for player, seen in enumerate(self.visible):
            rows = self.space.rows[self.information.example[self.information.of(player)]]
            columns = {place: self.space.encoding.column(rows, place) for place in seen}
            found.append(
                tuple(place for place, values in columns.items() if len(values) and (values != values[0]).any())
            )
        return found
