"""Hands: as the habits say, reproducible, each seat in turn."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from core.learn.poker import chances, match
from oddsmith.context import BrokenOfferError
from oddsmith.learn.learner import Mind
from oddsmith.learn.match import Ending, Match, Turn
from oddsmith.learn.play import Dealer, seating
from oddsmith.tree.tree import Vector
from oddsmith_plugins.learners.coin import Tosser


class Watcher(Tosser):
    def __init__(self) -> None:
        self.endings: list[Ending] = []

    def remember(self, ending: Ending) -> None:
        self.endings.append(ending)


def play(found: Match, mind: Mind, hands: int = 200, key: tuple[int, int] = (3, 5), rotate: bool = True) -> list[float]:
    gains: list[float] = everybody(found, mind, hands, key, rotate)[:, 0].tolist()
    return gains


def everybody(found: Match, mind: Mind, hands: int, key: tuple[int, int] = (3, 5), rotate: bool = True) -> Vector:
    return Dealer(found).game(mind, hands, key, rotate, lambda: None)


def test_everybody_moves_on_by_one_seat() -> None:
    assert [seating(3, hand) for hand in range(4)] == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]


def test_the_same_key_gives_the_same_game_and_another_key_another() -> None:
    found = match(3, chances((0, 0.2, 0.5, 1)), chances((0.5, 0.5, 0.5, 0.5)))
    assert play(found, Tosser()) == play(found, Tosser())
    assert play(found, Tosser()) != play(found, Tosser(), key=(3, 6))
    assert play(found, Tosser()) != play(found, Tosser(), key=(4, 5))
    assert play(found, Tosser(), hands=50) == play(found, Tosser())[:50]


def test_what_the_learner_gains_the_others_lose() -> None:
    found = match(3, chances((0, 0.2, 0.5, 1)), chances((0.5, 0.5, 0.5, 0.5)))
    gains = everybody(found, Tosser(), 50)
    assert gains.shape == (50, 3)
    assert np.abs(gains.sum(axis=1)).max() == 0
    assert np.abs(gains).min(axis=0).tolist() == [1, 1, 1]


def test_the_learner_sees_the_end_of_every_hand_and_what_it_gained() -> None:
    found, mind = match(2, chances((0, 0.5, 1))), Watcher()
    gains = play(found, mind)
    assert [ending.gain for ending in mind.endings] == gains
    assert [ending.seats for ending in mind.endings[:2]] == [(0, 1), (1, 0)]
    for ending in mind.endings:
        assert {float(found.payoffs[ending.seats[0], leaf]) for leaf in ending.leaves} == {ending.gain}


def test_plays_are_as_frequent_as_the_behaviour_makes_them() -> None:
    found, mind = match(2, chances((0.25, 0.5, 1), (0, 0.5, 1))), Watcher()
    hands = 8000
    play(found, mind, hands, rotate=False)
    expected = found.plays.probability(found.seated(found.habits, (0, 1)))
    seen = Counter(tuple(ending.leaves) for ending in mind.endings)
    for leaves, count in seen.items():
        chance = expected[list(leaves)].sum()
        assert abs(count - hands * chance) < 5 * np.sqrt(hands * chance * (1 - chance)) + 1


def test_a_move_that_cannot_be_made_is_refused() -> None:
    class Wrong(Mind):
        def decide(self, turn: Turn) -> int:
            return turn.moves.stop

    with pytest.raises(BrokenOfferError, match="is none of the moves"):
        play(match(2, chances((0, 0.5, 1))), Wrong())


def test_a_limit_ends_a_game() -> None:
    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        Dealer(match(2, chances((0, 0.5, 1)))).game(Tosser(), 10, (0, 0), True, stop)
