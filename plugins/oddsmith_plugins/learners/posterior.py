"""Counts what each person did in which situation, weighted by how likely it is; answers with the best response.

For every other person and every situation (the moves that can be made, the private values) there is a Dirichlet
distribution over the moves with parameters a(m), and the belief is its mean, b(m) = a(m) / sum of a. After a hand the
plays l that look like what was seen have the joint posterior

    w(l)  ~  chance(l) * product over the others i of  product over the moves m of i on the way to l of  b_i(m)

and every move of every other person on the way to l is counted w(l) times: a(m) += w(l) (one step of expectation
maximisation a hand, as in online EM). Cards that are shown make w certain; cards that are not are believed
jointly, because no two persons hold the same one.

Two priors. `flat`: a(m) = strength / moves. `informed`: players tend to do what pays. Against others who decide by coin
each move has a value q(m), and a(m) = strength * softmax(sharpness * q / deviation)(m): a quantal response (McKelvey,
Palfrey 1995). In poker it is monotone: the better the card, the likelier the bet.

Shi et al. (2017) differ in all of this: see the learner `shi`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from oddsmith.plugin import Ending, Learner, Match, Mind, Responder, Vector, hookimpl


class Counts(Responder):
    """Expected counts, and the best response to their means."""

    def __init__(self, match: Match, prior: Vector) -> None:
        super().__init__(match)
        self.counts = np.tile(prior, (len(match.persons) - 1, 1))
        """[others, cells]"""
        self.moves_of = [np.flatnonzero(match.mover == player) for player in range(len(match.tree.players))]
        self.sizes = np.diff(match.starts)

    def means(self) -> Vector:
        """[others, cells]: the beliefs."""
        totals = np.add.reduceat(self.counts, self.match.starts[:-1], axis=1)
        found: Vector = self.counts / np.repeat(totals, self.sizes, axis=1)
        return found

    def beliefs(self) -> tuple[Vector, ...]:
        return tuple(self.means()[:, self.match.cell])

    def weights(self, ending: Ending) -> Vector:
        """[leaves of the ending]: the joint posterior of what was not shown."""
        match, plays = self.match, self.match.plays
        plan = plays.plan(match.seated(self.beliefs(), ending.seats))
        found = plays.chance[ending.leaves]
        for seat in ending.seats[1:]:
            found = found * plan[plays.last[ending.leaves, seat]]
        total = found.sum()
        return found / total if total > 0 else np.full(len(found), 1 / len(found))

    def remember(self, ending: Ending) -> None:
        match = self.match
        paths = match.paths[ending.leaves]
        weights = np.repeat(self.weights(ending), paths.shape[1])
        made = np.bincount(paths.reshape(-1), weights=weights, minlength=len(match.mover) + 1)
        for person, seat in enumerate(ending.seats[1:]):
            moves = self.moves_of[seat]
            self.counts[person] += np.bincount(match.cell[moves], made[moves], minlength=self.counts.shape[1])
        self.changed()


@dataclass(frozen=True)
class Posterior(Learner):
    """Believes jointly in what was not shown, starts from a prior, answers with the best response."""

    name: ClassVar[str] = "posterior"
    prior: Literal["informed", "flat"] = "informed"
    """What is believed before the first hand: that people tend to do what pays, or nothing."""
    strength: float = 4.0
    """How many observations of a situation the prior is worth."""
    sharpness: float = 2.0
    """How strongly people are believed to tend to what pays (0: not at all)."""

    def __post_init__(self) -> None:
        if not (self.strength > 0 and self.sharpness >= 0):
            raise ValueError("strength must be more than 0, and sharpness not less")

    def begin(self, match: Match) -> Mind:
        sharpness = self.sharpness if self.prior == "informed" else 0.0
        return Counts(match, self.strength * quantal(match, sharpness))


def quantal(match: Match, sharpness: float) -> Vector:
    """[cells]: in every situation the probabilities of moves for somebody who tends to what pays against coins."""
    cells = int(match.starts[-1])
    worth, reach = np.zeros(cells), np.zeros(cells)
    for player, payoff in enumerate(match.payoffs):
        deviation = float(np.std(payoff)) or 1.0
        mine = match.mover == player
        np.add.at(worth, match.cell[mine], _move_values(match, player, payoff / deviation)[mine])
        np.add.at(reach, match.cell[mine], _move_values(match, player, np.ones_like(payoff))[mine])
    score = sharpness * np.divide(worth, reach, out=np.zeros(cells), where=reach > 0)
    sizes = np.diff(match.starts)
    score -= np.repeat(np.maximum.reduceat(score, match.starts[:-1]), sizes)
    found = np.exp(score)
    return found / np.repeat(np.add.reduceat(found, match.starts[:-1]), sizes)


def _move_values(match: Match, player: int, payoff: Vector) -> Vector:
    """[moves]: what each move of the player brings, weighted with how probably others lead there, if all toss coins."""
    known = match.tree.information
    coins = known.uniform()
    found = match.plays.gradient(player, coins, payoff)
    for which in reversed(known.of(player).tolist()):
        low, high = int(known.start[which]), int(known.start[which + 1])
        found[known.before[which]] += coins[low:high] @ found[low:high]
    return found[: known.moves]


@hookimpl
def oddsmith_learners() -> list[type[Learner]]:
    return [Posterior]
