"""Equilibria of games with any number of players, by counterfactual regret minimisation.

Every information set keeps the regret of each of its moves,  R(m) <- max(0, R(m) + r(m)),  where r(m) is what the move
would have brought more than the behaviour of this round, weighted with how probably the others and chance lead there;
the next behaviour is proportional to  max(0, R(m) + r(m)),  which counts the last r twice: a guess that the next round
will be like this one (predictive CFR+: Farina, Kroer & Sandholm 2021; CFR: Zinkevich et al. 2007; CFR+: Tammelin 2014).
Where that settles, the last round itself is an equilibrium; the average of all rounds (weighted with the square of
their number) is kept beside it for games in which it does not.

Stopping rule: the NashConv of the last round or of the average, whichever is better, is at most `accuracy`. It is
computed by a best response of every player, so it is a certificate, with bounds for the rounding; with more than two
players nothing is promised about reaching it, and what was reached is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Array,
    Behaviour,
    Context,
    Finding,
    Played,
    Promise,
    Question,
    Solver,
    Status,
    TreeSolver,
    Unfolded,
    compiled,
    describe,
    f64,
    hookimpl,
    i64,
    measured,
)

Vector = NDArray[np.float64]


@compiled
def one_round(
    sets: i64,
    players: i64,
    leaves: i64,
    start: Array[i64],
    before: Array[i64],
    last: Array[i64],
    paid: Array[f64],
    behaviour: Array[f64],
    plan: Array[f64],
    scratch: Array[f64],
    worth: Array[f64],
):
    """Realisation plans of the behaviour, and what every move is worth to its player against the others' plans."""
    for i in range(sets):
        weight = plan[before[i]]
        for m in range(start[i], start[i + 1]):
            plan[m] = weight * behaviour[m]
    for m in range(start[sets] + players):
        worth[m] = 0.0
    for leaf in range(leaves):
        base = leaf * players
        product = 1.0
        for p in range(players):
            scratch[p] = product
            product *= plan[last[base + p]]
        product = 1.0
        for back in range(players):
            p = players - 1 - back
            worth[last[base + p]] += paid[base + p] * scratch[p] * product
            product *= plan[last[base + p]]


@compiled
def match_regrets(
    sets: i64,
    start: Array[i64],
    before: Array[i64],
    worth: Array[f64],
    behaviour: Array[f64],
    regret: Array[f64],
    guess: Array[f64],
):
    """Later sets first: the value of a set belongs to the move before it; then regrets, then the next behaviour."""
    for back in range(sets):
        i = sets - 1 - back
        value = 0.0
        for m in range(start[i], start[i + 1]):
            value += behaviour[m] * worth[m]
        worth[before[i]] += value
        total = 0.0
        for m in range(start[i], start[i + 1]):
            instant = worth[m] - value
            regret[m] = max(regret[m] + instant, 0.0)
            guess[m] = max(regret[m] + instant, 0.0)
            total += guess[m]
        for m in range(start[i], start[i + 1]):
            if total > 0.0:
                behaviour[m] = guess[m] / total
            else:
                behaviour[m] = 1.0 / (start[i + 1] - start[i])


@dataclass
class _Search:
    """Rounds of one game, and the best behaviour that was seen."""

    game: Unfolded
    behaviour: Vector = field(init=False)
    best: Vector = field(init=False)
    nash_conv: float = np.inf
    rounds: int = 0

    def __post_init__(self) -> None:
        information, players = self.game.tree.information, len(self.game.tree.players)
        self.behaviour = information.uniform()
        self.best = self.behaviour.copy()
        self.regret, self.guess = np.zeros(information.moves), np.zeros(information.moves)
        self.total = np.zeros(information.moves)
        self.plan = np.ones(information.moves + players)
        self.worth, self.scratch = np.zeros(information.moves + players), np.zeros(players)
        self.paid = np.ascontiguousarray((self.game.wanted * self.game.plays.chance).T).reshape(-1)

    def run(self, rounds: int) -> None:
        """So many rounds more, then a look at what was reached."""
        information, plays = self.game.tree.information, self.game.plays
        for _ in range(rounds):
            self.rounds += 1
            one_round(
                information.count, plays.players, plays.count, information.start, information.before,
                plays.last.reshape(-1), self.paid, self.behaviour, self.plan, self.scratch, self.worth,
            )  # fmt: skip
            self.total += self.rounds**2 * self.plan[: information.moves]
            match_regrets(
                information.count, information.start, information.before, self.worth, self.behaviour, self.regret,
                self.guess,
            )  # fmt: skip
        for tried in (self.behaviour, self._average()):
            regrets = float(plays.regrets(tried, self.game.wanted).sum())
            if regrets < self.nash_conv:
                self.nash_conv, self.best = max(regrets, 0.0), tried.copy()

    def _average(self) -> Vector:
        information = self.game.tree.information
        sums = np.add.reduceat(self.total, information.start[:-1])[information.owner]
        return np.where(sums > 0, self.total / np.where(sums > 0, sums, 1.0), information.uniform())


@dataclass(frozen=True)
class CounterfactualRegret(TreeSolver):
    """Equilibria for any number of players, with their NashConv as certificate."""

    accuracy: float = 1e-9
    """The NashConv to be reached: what all players together could still gain, each by playing otherwise alone."""
    rounds: int = 200_000
    """Most rounds."""
    every: int = 100
    """Rounds between two looks at the NashConv."""

    name = "counterfactual-regret"
    promises = frozenset({Promise.BOUNDS})
    rank = 50

    def hindrance(self, game: Unfolded, question: Question) -> str:
        if not isinstance(question.query, Played) or question.query.play != "equilibrium":
            return "it answers `equilibrium` questions"
        return "" if game.deciders else "nobody decides in this game"

    def find(self, game: Unfolded, questions: Sequence[Question], context: Context) -> Mapping[str, Finding]:
        search = _Search(game)
        task = context.monitor.task("play", "rounds")
        while search.rounds < self.rounds and search.nash_conv > self.accuracy:
            context.check()
            search.run(min(self.every, self.rounds - search.rounds))
            task.advance(search.rounds, None, f"NashConv {search.nash_conv:.1e}")
        task.finish()
        behaviour = Behaviour(search.best)
        play = describe(game, behaviour, "equilibrium")
        status = Status.DONE if play.nash_conv.value <= self.accuracy else Status.LOOSE
        method = f"predictive CFR+, {search.rounds:,} rounds, NashConv at most {play.nash_conv.upper:.1e}"
        return {q.name: measured(game, q, play, behaviour, method, status) for q in questions}


@hookimpl
def oddsmith_solvers() -> list[type[Solver]]:
    return [CounterfactualRegret]
