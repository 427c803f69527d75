"""A game tree with fractions -> the exact part of chance, payoffs, values and best responses of its plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.tree.plays import Plays
from oddsmith.tree.tree import GameTree

Fractions = NDArray[np.object_]
"""Fractions (and float infinity), one per leaf or node."""


def exact_chance(tree: GameTree) -> Fractions | None:
    """The part of chance in the probability of every leaf; None where the space has no fractions."""
    weights = tree.space.transitions.exact
    if weights is None:
        return None
    known = np.array(weights, dtype=object)
    found = np.full(tree.size, Fraction(1), dtype=object)
    for low, high in tree.levels:
        found[low:high] = found[tree.parent[low:high]] * known[tree.step[low:high]]
    return found[tree.leaves]


@dataclass(frozen=True)
class ExactPlays:
    """The same as Plays, in fractions: slower, and without any doubt."""

    plays: Plays
    chance: Fractions

    def plan(self, behaviour: Sequence[Fraction]) -> list[Fraction]:
        """The realisation plans of all players."""
        known = self.plays.information
        found = [Fraction(1)] * (known.moves + self.plays.players)
        start, before = known.start.tolist(), known.before.tolist()
        for i in range(known.count):
            for m in range(start[i], start[i + 1]):
                found[m] = found[before[i]] * behaviour[m]
        return found

    def probability(self, behaviour: Sequence[Fraction]) -> list[Fraction]:
        """How probable each leaf is."""
        plan = self.plan(behaviour)
        found = []
        for chance, last in zip(self.chance.tolist(), self.plays.last.tolist(), strict=True):
            weight = chance
            for move in last:
                weight *= plan[move]
            found.append(weight)
        return found

    def value(self, behaviour: Sequence[Fraction], payoff: Fractions) -> Fraction | float:
        """The expectation of a payoff; infinite where an infinite one is possible."""
        total: Fraction | float = Fraction(0)
        for weight, paid in zip(self.probability(behaviour), payoff.tolist(), strict=True):
            if weight:
                total += weight * paid
        return total

    def best_response(
        self, player: int, behaviour: Sequence[Fraction], payoff: Fractions
    ) -> tuple[Fraction, list[Fraction]]:
        """The best value against the others, and a behaviour in which `player` attains it."""
        known, plan = self.plays.information, self.plan(behaviour)
        worth = [Fraction(0)] * len(plan)
        rows = zip(self.chance.tolist(), payoff.tolist(), self.plays.last.tolist(), strict=True)
        for chance, paid, last in rows:
            weight = chance * paid
            for other, move in enumerate(last):
                if other != player:
                    weight *= plan[move]
            worth[last[player]] += weight
        chosen = list(behaviour)
        start, before, owner = known.start.tolist(), known.before.tolist(), known.player.tolist()
        for i in reversed(range(known.count)):
            if owner[i] == player:
                moves = range(start[i], start[i + 1])
                best = max(moves, key=lambda m: worth[m])
                for m in moves:
                    chosen[m] = Fraction(int(m == best))
                worth[before[i]] += worth[best]
        return worth[known.moves + player], chosen
