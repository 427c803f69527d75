"""`pipeline check`: every mistake of every spec, nothing solved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]

BROKEN = "game: broken\ntype: chain\nvariables: {f: 0..3}\ncommands:\n  - {when: g = 1, then: {f: f + 1}}\n"


@pytest.fixture
def broken(tmp_path: Path) -> str:
    (tmp_path / "broken.yaml").write_text(BROKEN)
    return "broken.yaml"


def test_a_good_spec_is_fine(call: Call, walk: str) -> None:
    called = call("check", walk)
    assert (called.code, called.out) == (0, "walk.yaml: fine (chain, 1 cell, 1 command)\n")


def test_mistakes_of_all_specs_are_reported(call: Call, walk: str, broken: str) -> None:
    called = call("check", broken, walk, "missing.yaml")
    assert called.code == 3
    assert "walk.yaml: fine" in called.out
    assert "broken.yaml:5:12: error E201" in called.err
    assert "E101" in called.err


def test_json_tells_the_specs_apart(call: Call, walk: str, broken: str) -> None:
    called = call("check", broken, walk, "--json")
    assert called.code == 3
    bad, good = called.document["checked"]
    assert (bad["ok"], bad["errors"][0]["line"]) == (False, 5)
    assert (good["ok"], good["questions"]) == (True, ["win", "length"])


def test_a_pipeline_with_an_unknown_solver_is_wrong(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "pipe.yaml").write_text("pipeline: p\nspec: walk.yaml\nsolver: exakt\n")
    called = call("check", "pipe.yaml")
    assert called.code == 2
    assert "pipe.yaml:3:9: error E703" in called.err


RACE = """\
game: race
variables: {turn: {range: 1..2, init: 1}, at: {array: 1..2, range: 0..6, init: 0}}
symmetry: {rotate: at, with: turn}
commands:
  - action: go
    for: {p: 1..2}
    when: turn = p and at[1] < 5 and at[2] < 5
    draw: {a: "1..2"}
    then: {"at[p]": "at[p] + a", turn: 3 - p}
"""


def race(folder: Path, old: str = "", new: str = "") -> str:
    (folder / "race.yaml").write_text(RACE.replace(old, new) if old else RACE)
    return "race.yaml"


def test_a_symmetry_that_the_game_has_is_fine(call: Call, tmp_path: Path) -> None:
    called = call("check", race(tmp_path))
    assert (called.code, called.out) == (0, "race.yaml: fine (chain, 3 cells, 2 commands)\n")


def test_a_false_symmetry_is_refused_with_the_command_that_breaks_it(call: Call, tmp_path: Path) -> None:
    called = call("check", race(tmp_path, '1..2"}', '1..p"}'))
    assert called.code == 3
    assert "E408: race does not have the symmetry {rotate: at, with: turn}: the command [go]" in called.err


def test_a_symmetry_that_cannot_be_used_is_mentioned(call: Call, tmp_path: Path) -> None:
    called = call("check", race(tmp_path, "turn: 3 - p", "turn: if a = 1 then p else 3 - p"))
    assert called.code == 0
    assert "race.yaml: note: the symmetry is neither checked nor used: turn would go round" in called.err


def test_a_pipeline_with_stages_is_checked_as_a_whole(call: Call, tmp_path: Path) -> None:
    text = f"pipeline: some\nstages:\n  race:\n    spec: {race(tmp_path)}\n    matrix: {{options: {{seed: [1, 2]}}}}\n"
    (tmp_path / "some.yaml").write_text(text)
    called = call("check", "some.yaml")
    assert (called.code, called.out) == (0, "some.yaml: fine (pipeline, 1 stage, 2 runs)\n")
    (tmp_path / "some.yaml").write_text(text.replace("matrix", "matricks"))
    assert call("check", "some.yaml").code == 3
