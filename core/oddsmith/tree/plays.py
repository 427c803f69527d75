"""The leaves of a game tree -> what behaviour earns, best responses to it, and how far it is from an equilibrium.

With plan(m) the product of a player's own probabilities up to and with his move m (von Stengel 1996),

    value of u  =  sum over leaves l of  chance(l) u(l) prod over players p of plan(last move of p before l)

which is linear in the plan of one player: the coefficients are his gradient, and the best response follows backwards
over his information sets,  best(i) = max over moves m of i:  gradient(m) + sum of best(j) over his sets j behind m.
One pass over the leaves and one over the sets: nobody looks at what he does not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, f64, i64
from oddsmith.tree.tree import GameTree, Information, Integers, Vector


@dataclass(frozen=True)
class Response:
    """The best that one player can do against the behaviour of the others."""

    value: float
    behaviour: Vector
    """[moves]: that of the others as it was; for the player 1 at the best move of each set (the first of several)."""
    best: Integers
    """[sets]: the best move of each set of the player; -1 for the sets of others."""
    move_values: Vector
    """[moves]: what each move of the player is worth from there on, weighted with how probably the others and chance
    lead there; zero for the moves of others."""


@dataclass(frozen=True)
class Plays:
    """Leaves with the part of chance in their probability and the last move of every player before them."""

    information: Information
    players: int
    chance: Vector
    """[leaves]"""
    last: Integers
    """[leaves, players], in one piece."""

    @classmethod
    def of(cls, tree: GameTree) -> Plays:
        """The leaves of a tree, in its order."""
        last = np.ascontiguousarray(tree.last[:, tree.leaves].T)
        return cls(tree.information, len(tree.players), np.ascontiguousarray(tree.chance[tree.leaves]), last)

    @property
    def count(self) -> int:
        return len(self.chance)

    def plan(self, behaviour: Vector) -> Vector:
        """The realisation plans of all players: [moves + players]."""
        known = self.information
        found = np.ones(known.moves + self.players)
        self._fast(_realise)(known.count, known.start, known.before, np.ascontiguousarray(behaviour), found)
        return found

    def probability(self, behaviour: Vector) -> Vector:
        """How probable each leaf is."""
        plan = self.plan(behaviour)
        found = self.chance.copy()
        for player in range(self.players):
            found *= plan[self.last[:, player]]
        return found

    def value(self, behaviour: Vector, payoff: Vector) -> float:
        """The expectation of `payoff` [leaves]."""
        return float(self.probability(behaviour) @ payoff)

    def spread(self, behaviour: Vector, payoff: Vector) -> tuple[Vector, Vector]:
        """What can be earned, ascending, and how probable each of it is: the risk of the behaviour."""
        support, place = np.unique(payoff, return_inverse=True)
        chances = np.zeros(len(support))
        np.add.at(chances, place.reshape(-1), self.probability(behaviour))
        return support, chances

    def gradient(self, player: int, behaviour: Vector, payoff: Vector) -> Vector:
        """[moves + players]: what each move of the player adds to the value when he goes for it."""
        plan = self.plan(behaviour)
        found = np.zeros(len(plan))
        self._fast(_gradient)(self.count, self.players, player, self.chance, self._flat, payoff, plan, found)
        return found

    def best_response(self, player: int, behaviour: Vector, payoff: Vector) -> Response:
        """The best that `player` can do for the expectation of `payoff` [leaves] while the others behave as given.

        `behaviour` [moves] is the probability of every move of every information set; what it says about the player
        himself does not matter. The answer keeps to information sets: nobody peeks. It costs one pass over the leaves
        (about 0.1 ms for Kuhn poker with four players); build the tree and the Plays once, and call this as often as
        behaviour or payoff change.
        """
        known = self.information
        worth = self.gradient(player, behaviour, payoff)
        best = np.full(known.count, -1, dtype=np.int64)
        self._fast(_respond)(known.count, player, known.player, known.start, known.before, worth, best)
        chosen = np.array(behaviour, dtype=np.float64)
        mine = known.player[known.owner] == player
        chosen[mine] = 0.0
        chosen[best[best >= 0]] = 1.0
        return Response(float(worth[known.moves + player]), chosen, best, np.where(mine, worth[: known.moves], 0.0))

    def regrets(self, behaviour: Vector, payoffs: NDArray[np.float64]) -> Vector:
        """[players]: what each player could gain by playing otherwise alone; `payoffs` is [players, leaves].

        Their sum is the NashConv of the behaviour: zero in an equilibrium, and only there.
        """
        pairs = enumerate(payoffs)
        return np.array([self.best_response(p, behaviour, u).value - self.value(behaviour, u) for p, u in pairs])

    @cached_property
    def _flat(self) -> Integers:
        return self.last.reshape(-1)

    def _fast(self, function: Any) -> Any:
        """Compiled code pays from a few hundred leaves on."""
        return tempo(function, self.count * self.players)


@compiled
def _realise(sets: i64, start: Array[i64], before: Array[i64], behaviour: Array[f64], plan: Array[f64]) -> None:
    """Each set's moves get what the move before the set has, times their probability; earlier sets come first."""
    for i in range(sets):
        weight = plan[before[i]]
        for m in range(start[i], start[i + 1]):
            plan[m] = weight * behaviour[m]


@compiled
def _gradient(
    leaves: i64,
    players: i64,
    player: i64,
    chance: Array[f64],
    last: Array[i64],
    payoff: Array[f64],
    plan: Array[f64],
    gradient: Array[f64],
) -> None:
    for leaf in range(leaves):
        weight = chance[leaf] * payoff[leaf]
        for other in range(players):
            if other != player:
                weight *= plan[last[leaf * players + other]]
        gradient[last[leaf * players + player]] += weight


@compiled
def _respond(
    sets: i64,
    player: i64,
    owner: Array[i64],
    start: Array[i64],
    before: Array[i64],
    worth: Array[f64],
    best: Array[i64],
) -> None:
    """Backwards: the best move of a set is added to the move before the set."""
    for back in range(sets):
        i = sets - 1 - back
        if owner[i] == player:
            chosen = start[i]
            for m in range(start[i] + 1, start[i + 1]):
                if worth[m] > worth[chosen]:
                    chosen = m
            best[i] = chosen
            worth[before[i]] += worth[chosen]
