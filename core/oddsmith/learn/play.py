"""A match and a learner -> a game of many hands, reproducible by its seed.

Random numbers are counted, not consumed (Philox): the number for a step of a hand depends on the seed, on the key of
the game, on the hand and on the depth of the step alone. Games can be played in any order and by any number of
processes, and different learners get the same cards.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from oddsmith.context import BrokenOfferError
from oddsmith.learn.learner import Mind
from oddsmith.learn.match import Ending, Match, Seats, Turn
from oddsmith.tree.tree import Vector


@dataclass(frozen=True)
class Branching:
    """Where a node leads: the children of each move (of none: by chance), with their probabilities summed up."""

    moves: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]
    sums: tuple[tuple[float, ...], ...]


class Dealer:
    """Plays hands on a tree."""

    def __init__(self, match: Match) -> None:
        tree = match.tree
        self.match = match
        self.sets: list[int] = tree.information_set.tolist()
        self.player: list[int] = tree.information.player.tolist()
        self.start: list[int] = tree.information.start.tolist()
        self.branching = _branchings(match)
        self.depth = len(tree.level) - 1
        self.leaf = np.full(tree.size, -1, dtype=np.int64)
        self.leaf[tree.leaves] = np.arange(len(tree.leaves))
        self._sums: dict[Seats, list[list[float]]] = {}

    def game(self, mind: Mind, hands: int, key: tuple[int, int], rotate: bool, check: Callable[[], None]) -> Vector:
        """[hands, persons]: what everybody gains, the learner first."""
        chances = np.random.Generator(np.random.Philox(key=np.array(key, dtype=np.uint64)))
        numbers = chances.random((hands, 2 * self.depth))
        gains = np.empty((hands, len(self.match.persons)))
        for hand in range(hands):
            seats = seating(len(self.match.persons), hand if rotate else 0)
            leaf = self.hand(mind, seats, numbers[hand].tolist())
            gains[hand] = self.match.payoffs[list(seats), leaf]
            mind.remember(Ending(seats, self.match.alike(seats[0], leaf), float(gains[hand, 0])))
            check()
        return gains

    def hand(self, mind: Mind, seats: Seats, numbers: list[float]) -> int:
        """The leaf at which a hand ends."""
        sums = self._others(seats)
        node, depth = 0, 0
        while self.leaf[node] < 0:
            branching, which = self.branching[node], self.sets[node]
            chosen = 0
            if which >= 0:
                if self.player[which] == seats[0]:
                    moves = range(self.start[which], self.start[which + 1])
                    move = mind.decide(Turn(seats, which, moves, numbers[2 * depth]))
                    if move not in moves:
                        known = f"none of the moves {moves.start} to {moves.stop - 1}"
                        raise BrokenOfferError(mind, f"decides for {move!r}, which is {known}")
                else:
                    move = self.start[which] + bisect_right(sums[which], numbers[2 * depth])
                chosen = branching.moves.index(move)
            children = branching.children[chosen]
            if len(children) == 1:
                node = children[0]
            else:
                node = children[bisect_right(branching.sums[chosen], numbers[2 * depth + 1])]
            depth += 1
        return int(self.leaf[node])

    def _others(self, seats: Seats) -> list[list[float]]:
        """For each information set the summed probabilities of its moves but the last."""
        if seats not in self._sums:
            behaviour = self.match.seated(self.match.habits, seats)
            pairs = zip(self.start, self.start[1:], strict=False)
            self._sums[seats] = [np.cumsum(behaviour[low : high - 1]).tolist() for low, high in pairs]
        return self._sums[seats]


def seating(persons: int, hand: int) -> Seats:
    """Everybody moves on by one seat after each hand: in the second one the second person is first."""
    return tuple((person - hand) % persons for person in range(persons))


def _branchings(match: Match) -> list[Branching]:
    tree = match.tree
    weight = tree.space.transitions.weight[tree.step[1:]].tolist()
    children: list[dict[int, list[tuple[int, float]]]] = [{} for _ in range(tree.size)]
    for node, parent in enumerate(tree.parent[1:].tolist(), start=1):
        which = int(tree.information_set[parent])
        move = int(tree.last[tree.information.player[which], node]) if which >= 0 else -1
        children[parent].setdefault(move, []).append((node, weight[node - 1]))
    return [
        Branching(
            tuple(found),
            tuple(tuple(node for node, _ in pairs) for pairs in found.values()),
            tuple(tuple(np.cumsum([w for _, w in pairs])[:-1].tolist()) for pairs in found.values()),
        )
        for found in children
    ]
