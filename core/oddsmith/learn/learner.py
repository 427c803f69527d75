"""What a learner is: who sits down to a match, decides when it is his turn, and remembers what was shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.learn.match import Ending, Match, Seats, Turn
from oddsmith.tree.tree import Vector


class Mind(ABC):
    """What a learner knows during one game of many hands."""

    @abstractmethod
    def decide(self, turn: Turn) -> int:
        """One of `turn.moves`."""

    def remember(self, ending: Ending) -> None:
        """See how a hand ended: this is where learning happens. Who learns nothing leaves it as it is."""
        return


class Responder(Mind):
    """Answers what the others are believed to do with the best response over information sets.

    Beliefs change between hands only, so one response is computed for each hand in which there is something to decide.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._known: dict[Seats, list[int]] = {}

    @abstractmethod
    def beliefs(self) -> tuple[Vector, ...]:
        """[moves] for each other person: how likely each move is, at any seat."""

    def decide(self, turn: Turn) -> int:
        if turn.seats not in self._known:
            match, seat = self.match, turn.seats[0]
            behaviour = match.seated(self.beliefs(), turn.seats)
            best = match.plays.best_response(seat, behaviour, match.payoffs[seat]).best
            self._known[turn.seats] = best.tolist()
        return self._known[turn.seats][turn.information_set]

    def changed(self) -> None:
        """Say that the beliefs are new."""
        self._known.clear()


@dataclass(frozen=True)
class Learner(ABC):
    """A way to learn: the base class of learner plugins. Its fields are its options."""

    name: ClassVar[str]

    @abstractmethod
    def begin(self, match: Match) -> Mind:
        """Sit down, knowing the rules of the game and nothing of the others."""
