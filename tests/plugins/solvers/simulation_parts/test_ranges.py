"""Between which numbers a bounded reward lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.simulation_parts.ranges import never_falls, span
from oddsmith_plugins.solvers.simulation_parts.seen import Gathered, Instant

TEXT = """\
game: gains
variables: {x: {range: 0..3, init: 0}}
commands:
  - {action: up, when: x < 3, then: {x: x + 1}}
  - {action: down, when: x = 3, then: {x: 0}}
rewards:
  state: [{when: x > 0, gain: x}]
  moves: [{action: up, gain: 2}, {action: down, gain: -1}]
  later: [{action: up, gain: next(x)}]
questions: {a: "R{state}=? [C<=4]", b: "R{moves}=? [C<=4]", c: "R{later}=? [C<=4]"}
"""


@pytest.fixture
def process(tmp_path: Path):
    path = tmp_path / "gains.yaml"
    path.write_text(TEXT)
    return lower(load(path, {}))


def test_spans(process):
    names = [reward.name for reward in process.rewards]
    state, moves, later = (names.index(name) for name in ("state", "moves", "later"))
    assert span(process, Gathered(state, steps=4)) == (0.0, 12.0)
    assert span(process, Gathered(moves, steps=4)) == (-4.0, 8.0)
    assert span(process, Gathered(later, steps=4)) is None, "what comes next is not bounded here"
    assert span(process, Gathered(-1, steps=4)) == (4.0, 4.0)
    assert span(process, Gathered(state)) is None
    assert span(process, Instant(state, 7)) == (0.0, 3.0)


def test_what_never_falls(process):
    names = [reward.name for reward in process.rewards]
    assert never_falls(process, Gathered(names.index("state")))
    assert not never_falls(process, Gathered(names.index("moves")))
    assert not never_falls(process, Gathered(names.index("later")))
