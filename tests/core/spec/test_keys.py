"""The keys of every place are documented, and every documented key is read."""

from __future__ import annotations

from oddsmith.spec.keys import GAME, PLACES


def test_every_key_has_one_line_of_explanation() -> None:
    for place in PLACES:
        assert place.doc.endswith(".")
        for key in place.keys:
            assert key.doc.strip()
            assert "\n" not in key.doc


def test_keys_of_a_place_are_distinct() -> None:
    for place in PLACES:
        assert len(set(place.names)) == len(place.keys)


def test_a_spec_has_the_keys_of_the_language() -> None:
    assert set(GAME.names) == {
        *("extends", "game", "about", "type", "constants", "functions", "tables", "players", "variables", "commands"),
        *("modules", "instances", "independent", "hide", "symmetry", "labels", "rewards", "deadlock", "overlap"),
        "questions",
    }
