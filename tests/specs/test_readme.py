"""What the README shows is what a reader gets (its commands are run by `test_documents.py`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (text,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_game_meets_its_expectation(game: Path) -> None:
    result = CliRunner().invoke(program, ["test", str(game)])
    assert result.exit_code == 0, result.output


def test_the_mistake_is_told_in_these_words(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = game.read_text(encoding="utf-8").replace("when: 0 < f < N\n", "when: f > 0 & f < N\n", 1)
    game.with_name("broken.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(game.parent)
    result = CliRunner().invoke(program, ["check", "broken.yaml"])
    (shown,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    assert result.exit_code == 3
    assert shown in result.output


def test_the_test_command_is_what_the_automatic_check_calls() -> None:
    assert "```sh\ntests/run\n```" in README
    assert "tests/run" in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
