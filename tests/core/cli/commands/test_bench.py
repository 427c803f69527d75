"""`pipeline bench`: whole processes, measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Call = Callable[..., Any]


def test_a_game_is_measured_as_a_whole_process(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "games.yaml").write_text(
        "games:\n  walk: {spec: walk.yaml, set: {N: 4}, questions: [win], prism: walk.prism, property: 'P=? [F f=4]'}"
    )
    (entry,) = call("bench", "--games-file", "games.yaml", "--json").document["games"]
    assert entry["warm"]["value"] == 0.5
    assert 0 < entry["warm"]["seconds"] < 60
    assert entry["warm"]["memory"] > 10**7
    assert entry["peer"] is None


def test_unknown_games_are_answered_with_the_known_ones(call: Call, tmp_path: Path) -> None:
    (tmp_path / "games.yaml").write_text("games:\n  walk: {spec: walk.yaml}\n")
    called = call("bench", "wlak", "--games-file", "games.yaml")
    assert called.code == 2
    assert "did you mean walk" in called.err
