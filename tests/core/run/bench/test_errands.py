"""Errands are done, and what they took is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddsmith.run.bench.errands import long_model, main

RUIN = Path(__file__).parents[4] / "specs" / "ruin.yaml"


@pytest.mark.parametrize("errand", ["write", "read", "copy"])
def test_a_game_is_written_read_and_copied(errand: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(errand, str(RUIN), "N=3", "d=3")
    found = json.loads(capsys.readouterr().out)
    assert found["states"] == 19
    assert found["value"] > 1000
    assert 0 < found["part_seconds"] < 60


def test_a_long_model_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(long_model(2000).splitlines()) == 2006
    main("import", "20")
    assert json.loads(capsys.readouterr().out)["value"] == 20
