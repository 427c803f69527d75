"""`pipeline run` of a pipeline with learners: the report, the folder, a repetition."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.run.learning.small import TEXT

Call = Callable[..., Any]


@pytest.fixture
def small(call: Call, tmp_path: Path) -> str:
    (tmp_path / "small.yaml").write_text(TEXT)
    return "small.yaml"


def test_it_plays_prints_and_keeps(call: Call, small: str, tmp_path: Path) -> None:
    called = call("run", small, "--out", "kept", "--seed", "3")
    assert called.code == 0
    assert "against" in called.out
    files = {path.name for path in (tmp_path / "kept").iterdir()}
    assert files >= {
        "answers.json",
        "curves.csv",
        "gains.csv",
        "manifest.json",
        "pipeline.yaml",
        "repeat",
        "report.txt",
    }
    again = call("run", "kept/pipeline.yaml", "--json", "--no-save", "--seed", "3").document
    kept = json.loads((tmp_path / "kept" / "answers.json").read_text())
    assert again["answers"] == kept["answers"]
    assert again["companies"] == kept["companies"]


def test_what_has_no_meaning_is_refused(call: Call, small: str) -> None:
    called = call("run", small, "--ask", "P=? [F over]", "--no-save")
    assert (called.code, "asks no questions" in called.err) == (2, True)


def test_mistakes_in_styles_have_their_place(call: Call, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(TEXT.replace('bet: "plays[card[me]]"', "raise: 1"))
    called = call("run", "wrong.yaml", "--no-save")
    assert called.code == 3
    assert "wrong.yaml:11:" in called.err
    assert "nobody can make the move `raise`" in called.err
