"""`pipeline estimate`: counts and bounds before a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Call = Callable[..., Any]


def test_a_small_game_is_counted(call: Call, walk: str) -> None:
    document = call("estimate", walk, "--json").document
    assert (document["complete"], document["states"], document["fits"]) == (True, 5, True)


def test_the_words_say_what_is_certain(call: Call, walk: str) -> None:
    assert "walk: 5 states, 8 transitions (counted)" in call("estimate", walk).out
