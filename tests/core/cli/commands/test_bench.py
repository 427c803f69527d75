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


SCALE = """\
runs:
  one: {spec: walk.yaml, arguments: [--question, win], target: {time: 1min, memory: 2GB}, aim: {memory: 1MB}}
  far: {spec: walk.yaml, ranks: 2, target: {same: one}}
launcher: no-such-launcher -n {ranks}
needs: {no-such-launcher: look elsewhere}
"""


def test_runs_are_measured_against_targets(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "scale.yaml").write_text(SCALE)
    called = call("bench", "--games-file", "scale.yaml", "--json")
    assert called.code == 0
    one, far = called.document["runs"]
    assert (one["run"], one["met"], one["warm"]["value"], one["cold"]) == ("one", True, 0.5, None)
    assert [check["met"] for check in one["aims"]] == [False]
    assert far["unavailable"] == "no-such-launcher is not installed: look elsewhere"
    assert called.document["copy_gb_per_s"] > 0


def test_the_table_of_runs_can_be_had_in_markdown(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "pipelines" / "bench").mkdir(parents=True)
    (tmp_path / "pipelines" / "bench" / "scale.yaml").write_text(SCALE.replace("walk.yaml", "../../walk.yaml"))
    called = call("bench", "scale", "one", "--markdown")
    assert "| one | 5 |" in called.out
    assert "✓ met" in called.out


def test_runs_have_no_peer_to_be_run(call: Call, tmp_path: Path) -> None:
    (tmp_path / "scale.yaml").write_text(SCALE)
    called = call("bench", "--games-file", "scale.yaml", "--against", "storm")
    assert called.code == 2
    assert "lists runs with targets" in called.err


def test_a_time_is_read_with_its_unit(call: Call, tmp_path: Path) -> None:
    assert "soon is not a time" in call("bench", "--max-time", "soon").err
