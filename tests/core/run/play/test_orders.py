"""Lines are read as orders."""

from __future__ import annotations

import pytest

from oddsmith.run.play.match import OrderError
from oddsmith.run.play.orders import Order, order_of


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("", Order("roll")),
        ("\n", Order("roll")),
        ("2", Order("take", 2)),
        ("2.13", Order("take", 2, 13)),
        ("roll 3", Order("roll", 3)),
        ("u", Order("undo")),
        ("AUTO 10  # to the end", Order("auto", 10)),
        ("?", Order("help")),
        ("exit", Order("quit")),
    ],
)
def test_orders(line, order):
    assert order_of(line) == order


@pytest.mark.parametrize("line", ["rol", "2.x", "take me", "99999999999", "undo -1"])
def test_what_means_nothing(line):
    with pytest.raises(OrderError, match="means nothing"):
        order_of(line)


DICE = ("roll", "hold", "b", "bet, k = 1", "bet, k = 2", "auto")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("hold", Order("take", 2)),
        (" Hold  # enough", Order("take", 2)),
        ("roll", Order("take", 1)),
        ("bet k=2", Order("take", 5)),
        ("bet, k = 1", Order("take", 4)),
        ("odds hold", Order("odds", 2)),
        ("odds", Order("odds")),
        ("", Order("roll")),
    ],
)
def test_choices_have_names(line, order):
    assert order_of(line, DICE) == order


def test_words_go_before_names_and_names_before_short_forms():
    assert order_of("auto", DICE) == Order("auto")
    assert order_of("b", DICE) == Order("take", 3)
    assert order_of("b") == Order("best")


def test_an_action_of_one_choice_is_enough():
    assert order_of("bet", ["stop", "bet, k = 3"]) == Order("take", 2)


def test_a_name_that_says_too_little_is_told_with_its_numbers():
    with pytest.raises(OrderError, match="`bet` may be any of 4, 5: say the number; choices: 1 roll, 2 hold"):
        order_of("bet", DICE)


def test_a_misspelt_choice_is_told_with_the_nearest():
    with pytest.raises(OrderError, match=r"did you mean hold.*choices: 1 roll, 2 hold"):
        order_of("hodl", DICE)
