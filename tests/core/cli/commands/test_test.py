"""`pipeline test`: every expectation of every spec."""

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


def test_specs_as_expected_pass(call: Call, walk: str) -> None:
    called = call("test", walk)
    assert called.code == 0
    assert "walk.yaml: ✓ 1 of 1 as expected" in called.out


def test_wrong_answers_are_shown_with_what_was_expected(call: Call, walk: str) -> None:
    called = call("test", walk, "--set", "N=3")
    assert called.code == 1
    assert "win: 0.666666667 = 2/3, expected 1/2" in called.out


def test_comparisons_that_fail_or_stay_open_are_shown(call: Call, walk: str) -> None:
    called = call("test", walk, "--ask", "P>1/2 [F won]")
    assert (called.code, "ask1: false (0.5 = 1/2), expected true" in called.out) == (1, True)
    called = call("test", walk, "--ask", "P>=1/2 [F won]", "--solver", "interval-iteration")
    assert called.code == 4
    assert "walk.yaml: ✗ 0 of 0 as expected" in called.out
    assert "the bounds do not decide the comparison" in called.out


def test_a_broken_spec_does_not_stop_the_others(call: Call, walk: str, broken: str) -> None:
    called = call("test", broken, walk, "--json")
    assert called.code == 3
    assert (called.document["passed"], called.document["failed"]) == (1, 1)
    assert "errors" in called.document["specs"][0]
    assert called.document["specs"][1]["game"] == "walk"


ENDLESS = """\
game: endless
variables: {a: 0..100000, b: 0..100000}
commands:
  - {when: a < 100000 and b < 100000, then: [{1/2: {a: a + 1}}, {1/2: {b: b + 1}}]}
questions: {end: "P=? [F a = 100000]"}
"""


def test_a_limit_of_the_command_line_is_a_failure(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "endless.yaml").write_text(ENDLESS)
    called = call("test", walk, "endless.yaml", "--max-states", "1000")
    assert called.code == 5
    assert "endless.yaml: – over the limit" in called.out
    assert "1 of 2 specs as expected, 1 too large" in called.out


def test_a_spec_too_large_for_the_machine_is_skipped(
    call: Call, walk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "endless.yaml").write_text(ENDLESS)
    monkeypatch.setattr("oddsmith.context.free_memory", lambda: 30_000_000)
    called = call("test", walk, "endless.yaml", "--json")
    assert (called.document["passed"], called.document["skipped"]) == (1, 1)
    assert called.code == 0
    assert call("test", "endless.yaml").code == 5
