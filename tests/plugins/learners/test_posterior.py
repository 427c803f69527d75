"""Joint posteriors, counts and priors, on cases that are computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from core.learn.poker import chances, match, move_of
from oddsmith.learn.match import Ending, Match
from oddsmith.learn.play import Dealer
from oddsmith_plugins.learners.posterior import Counts, Posterior, quantal


def counts(found: Match, **options: float | str) -> Counts:
    mind = Posterior(**options).begin(found)  # type: ignore[arg-type]
    assert isinstance(mind, Counts)
    return mind


def leaf_of(found: Match, cards: tuple[int, ...], lines: tuple[tuple[str, ...], ...]) -> int:
    for leaf in range(found.plays.count):
        held = tuple(found.holdings[number][0] for number in found.held[:, leaf])
        if held == cards and tuple(found.lines[number] for number in found.line[:, leaf]) == lines:
            return leaf
    raise LookupError(cards)


def test_cards_that_were_shown_count_once() -> None:
    two = match(2, chances((0, 0.5, 1)))
    mind = counts(two, prior="flat", strength=2)
    before = mind.counts.copy()
    leaf = leaf_of(two, (2, 3), (("check", "bet"), ("bet",)))
    mind.remember(Ending((0, 1), two.alike(0, leaf), -2.0))
    opened = two.cell[move_of(two, 1, "bet", card_2=3, bettor=0)]
    change = (mind.counts - before)[0]
    assert change[opened] == 1
    assert change.sum() == 1
    assert mind.means()[0, opened] == pytest.approx((1 + 1) / (2 + 1))


def test_a_card_that_was_not_shown_is_shared_by_the_posterior() -> None:
    two = match(2, chances((0, 0.5, 1)))
    mind = counts(two, prior="flat", strength=2)
    fold_one = two.cell[move_of(two, 1, "fold", card_2=1, bettor=1)]
    fold_three = two.cell[move_of(two, 1, "fold", card_2=3, bettor=1)]
    mind.counts[0, fold_one] = 3  # he folds the 1 with 3 of 4, the 3 with 1 of 2
    leaf = leaf_of(two, (2, 1), (("bet",), ("fold",)))
    ending = Ending((0, 1), two.alike(0, leaf), 1.0)
    weights = mind.weights(ending)
    assert sorted(weights.tolist()) == pytest.approx([0.5 / 1.25, 0.75 / 1.25])
    mind.remember(ending)
    assert mind.counts[0, fold_one] == pytest.approx(3 + 0.6)
    assert mind.counts[0, fold_three] == pytest.approx(1 + 0.4)


def test_hands_are_believed_jointly() -> None:
    # learner holds 2 of 1..4 and bets; both others fold: whoever has the 4, the other has 1 or 3
    three = match(3, chances((0, 0, 0, 1)), chances((0, 0, 0, 1)))
    mind = counts(three, prior="flat")
    leaf = leaf_of(three, (2, 1, 3), (("bet",), ("fold",), ("fold",)))
    ending = Ending((0, 1, 2), three.alike(0, leaf), 2.0)
    pairs = [tuple(three.holdings[c][0] for c in three.held[1:, play]) for play in ending.leaves]
    assert sorted(pairs) == [(1, 3), (1, 4), (3, 1), (3, 4), (4, 1), (4, 3)]
    assert mind.weights(ending) == pytest.approx(np.full(6, 1 / 6))


def test_the_informed_prior_is_monotone_in_the_card() -> None:
    four = match(4, *(chances((0, 0, 0, 0.05, 1)),) * 3)
    prior = quantal(four, 2.0)
    for bettor in (0, 1):
        player = 0 if bettor == 0 else 1
        cards = [f"card_{player + 1}"] * 5
        bets = [prior[four.cell[move_of(four, player, "bet", bettor=bettor, **{c: k})]] for k, c in enumerate(cards, 1)]
        assert bets == sorted(bets)
        assert bets[-1] - bets[0] > 0.3
    assert quantal(four, 0.0) == pytest.approx(np.full(20, 0.5))


def test_it_finds_out_how_somebody_plays() -> None:
    two = match(2, chances((0.5, 0, 1), (0, 0.3, 1)))
    mind = counts(two)
    Dealer(two).game(mind, 4000, (0, 0), True, lambda: None)
    (belief,) = mind.beliefs()
    assert belief[move_of(two, 1, "bet", card_2=3, bettor=1)] > 0.95
    assert belief[move_of(two, 1, "bet", card_2=2, bettor=1)] == pytest.approx(0.3, abs=0.08)
    assert belief[move_of(two, 1, "bet", card_2=1, bettor=1)] < 0.05


@pytest.mark.parametrize("options", [{"strength": 0.0}, {"sharpness": -1.0}])
def test_options_that_make_no_sense(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="strength must be more than 0"):
        Posterior(**options)  # type: ignore[arg-type]
