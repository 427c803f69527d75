"""A small race as text, and its process with some lines replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.process.process import Process
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower

RACE = """\
game: race
variables:
  turn: {range: 1..2, init: 1}
  at: {array: 1..2, range: 0..6, init: 0}
symmetry: {rotate: at, with: turn}
commands:
  - action: go
    for: {p: 1..2}
    when: turn = p and at[1] < 4 and at[2] < 4
    draw: {a: "1..2"}
    then: {"at[p]": "if at[3 - p] = at[p] + a then 0 else at[p] + a", turn: 3 - p}
labels: {won: "at[1] >= 4"}
rewards: {moves: 1}
questions: {win: "P=? [F won]", moves: "R{moves}=? [F at[1] >= 4 or at[2] >= 4]"}
"""


Race = Callable[..., Process]


@pytest.fixture
def race(tmp_path: Path) -> Race:
    """The process of the race, after replacing (old, new) texts."""

    def build(*changes: tuple[str, str]) -> Process:
        text = RACE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "race.yaml"
        path.write_text(text, encoding="utf-8")
        return lower(load(path))

    return build
