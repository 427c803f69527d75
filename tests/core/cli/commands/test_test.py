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


def test_a_broken_spec_does_not_stop_the_others(call: Call, walk: str, broken: str) -> None:
    called = call("test", broken, walk, "--json")
    assert called.code == 3
    assert (called.document["passed"], called.document["failed"]) == (1, 1)
    assert "errors" in called.document["specs"][0]
    assert called.document["specs"][1]["game"] == "walk"
