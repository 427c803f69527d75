"""The rule of Shi, Liu, Hao, Koh, Hou and Dong (2017): observation tables, Bayesian inference, the best fixed plan.

For every other person there is a table of weights W(c, s): how often he held c and followed the line s of moves (in
Kuhn poker check-fold, check-bet, bet, fold, check). It starts with zeros. After a hand the line s of person i is known,
and W(c, s) is increased by

    F(i, c, s)  =  1                                          if the holding c was shown                         (1)
    F(i, c, s)  =  P(c | i, s) / sum of P(c' | i, s)          over the holdings c' that were not seen, else       (2)

with P(c | i, s) = P(s | i, c) / |unseen| and P(s | i, c) = W(c, s) / sum over s' of W(c, s'). At a decision the others
are dealt hands in the order of play, each independently by Pr(c | i, s) = W(c, s) / sum over c' of W(c', s) among what
is left (s: the lines that begin with what was seen), and act by Pr(s | i, c). Each fixed plan has the expected value
EV = sum over r of Prob(r | plan) * r, over all gains r that are possible, and the first move of the best plan is made.

The paper does not say what 0/0 is: here everything alike. It calls opening and calling both `bet`, so that one row
mixes them (as the names of the game's moves do). Known weaknesses, kept on purpose: a cell that is zero hardly
recovers by (2); hands are believed independently; plans do not answer what happens (`plans: contingent` plays the best
response to the tables instead).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from oddsmith.plugin import Ending, Learner, Match, Mind, Seats, Turn, Vector, hookimpl
from oddsmith_plugins.learners.shi_parts.ahead import Ahead, ahead_of


class Observations(Mind):
    """The observation tables of all others."""

    def __init__(self, match: Match, contingent: bool) -> None:
        self.match, self.contingent = match, contingent
        self.weights = np.zeros((len(match.persons) - 1, len(match.holdings), len(match.lines)))
        """[others, holdings, lines]"""
        known = match.tree.information
        lines = [match.line_to(move) for move in range(known.moves)]
        self.going_on = np.array([[begins(line, made) for line in match.lines] for made in lines], dtype=np.float64)
        """[moves, lines]: whether a line begins with the moves up to and with this one."""
        number = {values: place for place, values in enumerate(match.holdings)}
        private = [match.situations[situation].private for situation in match.situation.tolist()]
        holding = np.array([number.get(values, 0) for values in private], dtype=np.int64)
        self.holding = holding[known.owner]
        """[moves]: what the player holds who makes it."""
        self._beliefs: Vector | None = None

    # --- learning: formulas (1) and (2) -------------------------------------------------------------------------------

    def remember(self, ending: Ending) -> None:
        self._beliefs = None
        for person, seat in enumerate(ending.seats[1:]):
            lines = np.unique(self.match.line[seat, ending.leaves])
            if len(lines) == 1:  # otherwise his moves were not seen, and the paper has no rule
                unseen = np.unique(self.match.held[seat, ending.leaves])
                self.weights[person, unseen, lines[0]] += self.increase(person, unseen, int(lines[0]))

    def increase(self, person: int, unseen: np.ndarray[tuple[int], np.dtype[np.int64]], line: int) -> Vector:
        """F for the holdings that are possible; one of them: it was shown."""
        if len(unseen) == 1:
            return np.ones(1)
        table = self.weights[person, unseen]
        likely = shares(table, 1)[:, line] / len(unseen)
        return shares(likely, 0)

    # --- deciding -----------------------------------------------------------------------------------------------------

    def decide(self, turn: Turn) -> int:
        match, which = self.match, turn.information_set
        ahead = match.once(("shi", which), lambda: ahead_of(match, which))
        likely = self.outlook(ahead, turn.seats)
        if self.contingent:
            return self.best(ahead, likely, turn.seats[0])
        values = [np.bincount(ahead.gain, likely * plan) @ ahead.gains for _, plan in ahead.plans]
        return ahead.plans[int(np.argmax(values))][0]

    def outlook(self, ahead: Ahead, seats: Seats) -> Vector:
        """[leaves]: how likely each play is, as far as it lies with the deal and with the others."""
        match = self.match
        if self._beliefs is None:
            self._beliefs = self.beliefs()
        behaviour = match.seated(tuple(self._beliefs), seats)
        behaviour[ahead.past] = 1.0
        plan = match.plays.plan(behaviour)
        found = ahead.later * self.deals(ahead, seats)[ahead.deal]
        for seat in seats[1:]:
            found *= plan[match.plays.last[ahead.leaves, seat]]
        return found

    def best(self, ahead: Ahead, likely: Vector, seat: int) -> int:
        """The first move of the best answers to all that may be seen."""
        last = self.match.plays.last[ahead.leaves, seat]
        size = self.match.tree.information.moves + len(self.match.tree.players)
        worth = np.bincount(last, likely * ahead.gains[ahead.gain], minlength=size)
        chosen = 0
        for low, high, before in ahead.own:
            chosen = low + int(np.argmax(worth[low:high]))
            worth[before] += worth[chosen]
        return chosen

    def beliefs(self) -> Vector:
        """[others, moves]: Pr(s | i, c), as far as each line has come."""
        known = self.match.tree.information
        found = (self.going_on * self.weights[:, self.holding]).sum(axis=2)
        totals = np.add.reduceat(found, known.start[:-1], axis=1)[:, known.owner]
        return np.where(totals > 0, found / np.where(totals > 0, totals, 1.0), self.match.coins)

    def deals(self, ahead: Ahead, seats: Seats) -> Vector:
        """The probability of each way to deal: seat by seat, among what is left, by Pr(c | i, s)."""
        found = np.ones(1)
        for dealing in ahead.dealings:
            person = seats.index(dealing.seat) - 1
            open_lines = [begins(line, ahead.prefixes[dealing.seat]) for line in self.match.lines]
            card = self.weights[person][:, open_lines].sum(axis=1)[dealing.holding]
            size = len(found)
            totals = np.bincount(dealing.parent, weights=card, minlength=size)[dealing.parent]
            alike = 1 / np.bincount(dealing.parent, minlength=size)[dealing.parent]
            found = found[dealing.parent] * np.where(totals > 0, card / np.where(totals > 0, totals, 1.0), alike)
        return found


def shares(weights: Vector, axis: int) -> Vector:
    """Each weight divided by their sum along an axis; 0/0: all alike."""
    totals = weights.sum(axis=axis, keepdims=True)
    alike = 1 / weights.shape[axis]
    return np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), alike)


def begins(line: tuple[str, ...], made: tuple[str, ...]) -> bool:
    """Whether a line begins with these moves."""
    return line[: len(made)] == made


@dataclass(frozen=True)
class Shi(Learner):
    """The rule of Shi et al. 2017: observation tables, hands believed one by one, the best fixed plan."""

    name: ClassVar[str] = "shi"
    plans: Literal["fixed", "contingent"] = "fixed"
    """What is chosen among: plans that are fixed when they are made, or all ways to answer what will be seen."""

    def begin(self, match: Match) -> Mind:
        return Observations(match, self.plans == "contingent")


@hookimpl
def oddsmith_learners() -> list[type[Learner]]:
    return [Shi]
