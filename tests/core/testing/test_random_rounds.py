"""Random games with rounds: the same for the same number, valid, and of all shapes."""

from __future__ import annotations

from pathlib import Path

from oddsmith.process.rounds.analyse import rounds_of
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.testing.random_rounds import random_rounds


def test_a_number_is_a_game():
    assert random_rounds(3) == random_rounds(3) != random_rounds(4)


def test_games_have_rounds_and_some_end_in_other_ways(tmp_path: Path):
    path = tmp_path / "game.yaml"
    ends = 0
    for seed in range(12):
        path.write_text(random_rounds(seed), encoding="utf-8")
        rounds = rounds_of(lower(load(path)))
        assert rounds.control == "turn"
        ends += any(layer.ends for layer in rounds.layers)
    assert 0 < ends < 12
