"""Styles: probabilities of moves by what a player sees, and what is wrong with others."""

from __future__ import annotations

import pytest

from core.learn.poker import chances, habits, match, move_of, style
from oddsmith.learn.styles import Style
from oddsmith.source import SpecError


def test_moves_have_the_probabilities_of_the_tables_and_others_the_rest() -> None:
    found = match(2, chances((0, 0.25, 1), (0.5, 0.75, 1)))
    (habit,) = found.habits
    assert habit[move_of(found, 1, "bet", card_2=2, bettor=0)] == 0.25
    assert habit[move_of(found, 1, "check", card_2=2, bettor=0)] == 0.75
    assert habit[move_of(found, 0, "bet", card_1=2, bettor=2)] == 0.75
    assert habit[move_of(found, 0, "fold", card_1=1, bettor=2)] == 0.5


def test_what_is_not_mentioned_is_shared_equally() -> None:
    assert set(habits(2, style())[0].tolist()) == {0.5}


def test_constants_functions_and_labels_of_the_game_may_be_read() -> None:
    (habit,) = habits(2, style(bet="if following(me) = 1 and not over then 1/n else 1"))
    assert set(habit.tolist()) == {0.5, 1.0, 0.0}


@pytest.mark.parametrize(
    ("wrong", "code", "message"),
    [
        (style(rise="1"), "E404", "nobody can make the move `rise`"),
        (style(bet="2"), "E401", "`bet` has the probability 2"),
        (style(bet="2/3", check="2/3"), "E402", "sum to 4/3"),
        (style(bet="1/3", check="1/3", fold="2/3"), "E402", "sum to 2/3"),
        (style(bet="card[1] / 3"), "E307", r"depends on what p\[2\] does not see"),
        (style(bet="cards[me]"), "E201", "cards"),
        (style(bet="over"), "E302", "a probability"),
        (style(bet="t[card[me]]", tables={"t": (0.5,)}), "E607", "no entry"),
    ],
)
def test_what_is_wrong_with_a_style(wrong: Style, code: str, message: str) -> None:
    with pytest.raises(SpecError, match=message) as error:
        habits(2, wrong)
    assert code in {diagnostic.code for diagnostic in error.value.diagnostics}
