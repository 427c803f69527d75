"""Rounds as text."""

from __future__ import annotations

from oddsmith.process.rounds.analyse import rounds_of
from oddsmith.process.rounds.show import show_rounds


def test_ends_say_with_what(race):
    stays = ("turn: 3 - p}", '"turn": "if at[p] + a >= 4 then turn else 3 - p"}')
    alone = ("if at[3 - p] = at[p] + a then 0 else at[p] + a", "at[p] + a")
    assert "      1/2: the game ends with at[1] = 5, turn = 1\n" in show_rounds(rounds_of(race(stays, alone)))


def test_all_of_it_can_be_read(race):
    text = show_rounds(rounds_of(race()), most=1)
    assert text.splitlines()[:4] == [
        "turn goes round: 1 -> 2 -> 1",
        "box of 36 cells (0.0 MB a vector)",
        "  at[1]: 6 values, 0..5",
        "  at[2]: 6 values, 0..5",
    ]
    assert "    [go] when at[2] < 4, gain moves 1\n      1/2: at[1] = 0 if at[2] = 1, else at[1] = 1\n" in text
    assert "  … 5 more rows" in text
