"""Who believes something answers with the best response to it, until the beliefs change."""

from __future__ import annotations

from core.learn.poker import chances, match, move_of
from oddsmith.learn.learner import Responder
from oddsmith.learn.match import Match, Turn
from oddsmith.tree.tree import Vector


class Believer(Responder):
    def __init__(self, match: Match, belief: Vector) -> None:
        super().__init__(match)
        self.belief, self.asked = belief, 0

    def beliefs(self) -> tuple[Vector, ...]:
        self.asked += 1
        return (self.belief,)


def turn_at(found: Match, move: int) -> Turn:
    known = found.tree.information
    which = int(known.owner[move])
    return Turn((0, 1), which, range(int(known.start[which]), int(known.start[which + 1])), 0.0)


def test_it_bluffs_against_who_folds_and_not_against_who_calls() -> None:
    folds, calls = match(2, chances((0, 0, 0.0))), match(2, chances((1, 1, 1.0)))
    bluff = move_of(folds, 0, "bet", card_1=1, bettor=0)
    turn = turn_at(folds, bluff)
    mind = Believer(folds, folds.habits[0])
    assert mind.decide(turn) == bluff
    mind.belief = calls.habits[0]
    assert mind.decide(turn) == bluff
    mind.changed()
    assert mind.decide(turn) != bluff
    assert mind.asked == 2
