"""Strategies that do not fit their game: the message is exactly what stands beside them, and tells the place."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

BROKEN = Path(__file__).parent / "broken-strategies"
FILES = sorted(path.name for path in BROKEN.glob("E*") if path.suffix != ".txt")


@pytest.mark.parametrize("name", FILES)
def test_the_message_is_the_one_beside_the_strategy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    result = CliRunner().invoke(program, ["run", "pot.yaml", "--strategy", name, "--no-save", "-q"])
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr == Path(f"{name}.txt").read_text(encoding="utf-8")
    assert f"error {name[:4]}: " in result.stderr


def test_every_code_has_a_strategy_that_does_not_fit() -> None:
    assert {name[:4] for name in FILES} >= {"E841", "E842", "E843", "E844", "E845"}
