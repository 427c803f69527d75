"""Forms as text: what can be seen can be changed."""

from __future__ import annotations

import pytest

from oddsmith.report.forms import game_text
from oddsmith.spec.load import load_text
from oddsmith.testing.games import COINS, GAMBLER, GAMES


def test_a_game_is_shown_with_all_its_parts() -> None:
    text = game_text(load_text(GAMBLER))
    assert text.splitlines()[0] == "mdp gambler"
    assert "  N = 5" in text.splitlines()
    assert "  small when 0 < f < N" in text.splitlines()
    assert "  best: Pmax=? [F won]" in text.splitlines()


def test_modules_have_sections_of_their_own() -> None:
    assert "module left\n  a: 0..2\n  toss when a = 0" in game_text(load_text(COINS))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_shown(game: str) -> None:
    assert game_text(load_text(game))
