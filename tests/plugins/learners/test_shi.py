"""The paper's rule, on its own table and on cases that are computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from core.learn.poker import chances, match, move_of
from oddsmith.learn.learner import Mind
from oddsmith.learn.match import Ending, Match, Turn
from oddsmith.learn.play import Dealer
from oddsmith_plugins.learners.shi import Observations, Shi, shares

TABLE = {
    ("check", "fold"): (7.82, 8.75, 9.08, 1.34, 0.01),
    ("check", "bet"): (0, 0, 0, 0, 0),
    ("bet",): (0, 0.25, 0.29, 0.29, 17.17),
    ("fold",): (2.15, 5.83, 14.3, 18.55, 0.17),
    ("check",): (5, 3, 2, 1, 0),
}
"""Table I of the paper, by card: Ten, Jack, Queen, King, Ace."""
CONSERVATIVE = chances((0, 0, 0, 0.05, 1))


@pytest.fixture
def four() -> Match:
    return match(4, CONSERVATIVE, CONSERVATIVE, CONSERVATIVE)


def observed(found: Match) -> Observations:
    mind = Shi().begin(found)
    assert isinstance(mind, Observations)
    for line, row in TABLE.items():
        mind.weights[:, :, found.lines.index(line)] = row
    return mind


def test_the_lines_of_kuhn_poker_are_the_rows_of_the_paper(four: Match) -> None:
    assert set(four.lines) == set(TABLE)
    assert four.holdings == ((1,), (2,), (3,), (4,), (5,))


def test_formula_two_on_the_table_of_the_paper(four: Match) -> None:
    # somebody folds; King and Ace were seen, so Ten, Jack and Queen are possible:
    # P(fold | Ten) = 2.15 / 14.97, P(fold | Jack) = 5.83 / 17.83, P(fold | Queen) = 14.3 / 25.67
    increase = observed(four).increase(0, np.array([0, 1, 2]), four.lines.index(("fold",)))
    likely = np.array([2.15 / 14.97, 5.83 / 17.83, 14.3 / 25.67])
    assert increase == pytest.approx(likely / likely.sum())
    assert increase == pytest.approx([0.13975, 0.31817, 0.54207], abs=5e-6)


def test_formula_one_and_nothing_known_at_all(four: Match) -> None:
    mind = Shi().begin(four)
    assert isinstance(mind, Observations)
    line = four.lines.index(("bet",))
    assert mind.increase(0, np.array([3]), line).tolist() == [1]
    assert mind.increase(0, np.array([0, 2, 4]), line) == pytest.approx([1 / 3] * 3)


def test_a_cell_that_is_zero_hardly_recovers(four: Match) -> None:
    increase = observed(four).increase(0, np.array([0, 1]), four.lines.index(("bet",)))
    assert increase.tolist() == [0, 1]


def test_a_hand_is_written_into_the_rows_of_the_persons_who_played_it(four: Match) -> None:
    mind = Shi().begin(four)
    assert isinstance(mind, Observations)
    check = four.lines.index(("check",))
    leaf = next(play for play in range(four.plays.count) if (four.line[:, play] == check).all())
    mind.remember(Ending((1, 2, 3, 0), four.alike(1, leaf), 0.0))
    for person, seat in enumerate((2, 3, 0)):
        assert mind.weights[person].sum() == 1
        assert mind.weights[person, four.held[seat, leaf], check] == 1


def test_beliefs_follow_the_lines(four: Match) -> None:
    beliefs = observed(four).beliefs()[0]
    assert beliefs[move_of(four, 1, "bet", card_2=5, bettor=1)] == pytest.approx(17.17 / (17.17 + 0.17))
    assert beliefs[move_of(four, 0, "bet", card_1=5, bettor=0)] == pytest.approx(17.17 / (17.17 + 0.01))
    assert beliefs[move_of(four, 0, "fold", card_1=2, bettor=2)] == pytest.approx(1)  # check-bet was never seen
    assert Shi().begin(four).beliefs().min() == 0.5  # type: ignore[attr-defined]


def test_hands_are_dealt_one_by_one_among_what_is_left() -> None:
    three = match(3, CONSERVATIVE, CONSERVATIVE)
    mind = Shi().begin(three)
    assert isinstance(mind, Observations)
    mind.weights[0, :, three.lines.index(("bet",))] = [1, 0, 3, 0]
    mind.weights[1, :, three.lines.index(("bet",))] = [0, 0, 1, 0]
    from oddsmith_plugins.learners.shi_parts.ahead import ahead_of

    which = int(three.tree.information.owner[move_of(three, 0, "bet", card_1=2, bettor=0)])
    ahead = ahead_of(three, which)
    first, second = ahead.dealings
    dealt = {
        (int(first.holding[parent]) + 1, int(holding) + 1): chance
        for parent, holding, chance in zip(second.parent, second.holding, mind.deals(ahead, (0, 1, 2)), strict=True)
    }
    # the learner holds 2; the first gets 1 or 3 with 1/4 and 3/4; the second 3 if it is left, else anything alike
    assert dealt == pytest.approx({(1, 3): 1 / 4, (1, 4): 0, (3, 1): 3 / 8, (3, 4): 3 / 8, (4, 1): 0, (4, 3): 0})


def turn_at(found: Match, move: int, seats: tuple[int, ...]) -> Turn:
    known = found.tree.information
    which = int(known.owner[move])
    return Turn(seats, which, range(int(known.start[which]), int(known.start[which + 1])), 0.0)


@pytest.mark.parametrize("plans", ["fixed", "contingent"])
def test_who_folds_too_much_is_bluffed(plans: str) -> None:
    two = match(2, chances((0, 0, 1)))
    mind: Mind = Shi(plans).begin(two)  # type: ignore[arg-type]
    assert isinstance(mind, Observations)
    mind.weights[0, :, two.lines.index(("fold",))] = [9, 9, 0]
    mind.weights[0, :, two.lines.index(("bet",))] = [0, 0, 9]
    bluff = move_of(two, 0, "bet", card_1=1, bettor=0)
    # 1/2 * 1 chip if the other holds the 2 and folds, -2 if he holds the 3: -1/2, better than -1 for check and fold
    assert mind.decide(turn_at(two, bluff, (0, 1))) == bluff
    mind.weights[0, :, two.lines.index(("fold",))] = 0
    mind.weights[0, :, two.lines.index(("bet",))] = 9
    mind.remember(Ending((0, 1), two.alike(0, 0), 0.0))
    assert mind.decide(turn_at(two, bluff, (0, 1))) != bluff


def test_the_expected_value_of_a_plan_is_that_of_the_model() -> None:
    two = match(2, chances((0, 0.5, 1)))
    mind = Shi().begin(two)
    assert isinstance(mind, Observations)
    from oddsmith_plugins.learners.shi_parts.ahead import ahead_of

    bet = move_of(two, 0, "bet", card_1=3, bettor=0)
    ahead = ahead_of(two, int(two.tree.information.owner[bet]))
    likely = mind.outlook(ahead, (0, 1))
    values = {
        two.tree.information.names[move]: float((likely * plan) @ two.payoffs[0, ahead.leaves])
        for move, plan in ahead.plans
    }
    assert len(ahead.plans) == 3
    # with the best card: bet and be called by coin: (1 + 2) / 2; check, then bet: 1/2 * 1 + 1/2 * 2
    assert values["bet"] == pytest.approx(1.5)
    assert ahead.gains.tolist() == [-1, 1, 2]


def test_it_gains_against_conservative_players() -> None:
    found = match(2, chances((0, 0, 1)))
    gains = Dealer(found).game(Shi().begin(found), 600, (1, 1), True, lambda: None)[:, 0]
    assert gains.sum() > 0


def test_zero_by_zero_is_everything_alike() -> None:
    assert shares(np.array([[0.0, 0.0], [1.0, 3.0]]), 1).tolist() == [[0.5, 0.5], [0.25, 0.75]]
