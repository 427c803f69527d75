"""What a learner knows before the first hand: situations, lines, what looks alike."""

from __future__ import annotations

import numpy as np
import pytest

from core.learn.poker import chances, match, move_of
from oddsmith.learn.match import Match, Situation


@pytest.fixture(scope="module")
def two() -> Match:
    return match(2, chances((0, 0.5, 1)))


def test_a_situation_is_what_can_be_done_with_what_one_holds(two: Match) -> None:
    opening = [Situation(("bet", "check"), (card,)) for card in (1, 2, 3)]
    facing = [Situation(("bet", "fold"), (card,)) for card in (1, 2, 3)]
    assert sorted(two.situations, key=lambda s: (s.moves, s.private)) == opening + facing
    same = {int(two.cell[move_of(two, player, "bet", bettor=0, **{f"card_{player + 1}": 2})]) for player in (0, 1)}
    assert len(same) == 1


def test_lines_are_what_a_player_may_do_in_a_hand(two: Match) -> None:
    assert set(two.lines) == {("bet",), ("check",), ("fold",), ("check", "bet"), ("check", "fold")}


def test_every_play_has_its_moves_on_its_way(two: Match) -> None:
    known = two.tree.information
    for leaf in range(two.plays.count):
        made = sorted(move for move in two.paths[leaf].tolist() if move < known.moves)
        lines = [two.lines[two.line[player, leaf]] for player in (0, 1)]
        assert sorted(known.names[move] for move in made) == sorted(name for line in lines for name in line)


def test_cards_that_are_shown_leave_one_play(two: Match) -> None:
    for leaf in range(two.plays.count):
        alike = two.alike(0, leaf)
        folded = any(two.lines[two.line[player, leaf]][-1] == "fold" for player in (0, 1))
        assert leaf in alike
        assert len(alike) == (2 if folded else 1)
        assert {int(two.held[0, other]) for other in alike} == {int(two.held[0, leaf])}


def test_beyond_a_decision_lie_the_plays_that_pass_it(two: Match) -> None:
    first = int(two.tree.information.owner[move_of(two, 0, "bet", card_1=2, bettor=0)])
    leaves = two.beyond(first)
    assert {two.holdings[card] for card in two.held[0, leaves]} == {(2,)}
    assert {two.holdings[card] for card in two.held[1, leaves]} == {(1,), (3,)}
    assert two.plays.chance[leaves].sum() == pytest.approx(5 * 2 / 6)


def test_persons_take_their_habits_to_any_seat(two: Match) -> None:
    habit = two.habits[0]
    for seats in ((0, 1), (1, 0)):
        behaviour = two.seated(two.habits, seats)
        other = two.mover == seats[1]
        assert np.array_equal(behaviour[other], habit[other])
        assert np.array_equal(behaviour[~other], two.coins[~other])


def test_what_is_computed_once_is_shared(two: Match) -> None:
    made: list[int] = []
    for _ in range(3):
        assert two.once("test", lambda: made.append(1) or len(made)) == 1
