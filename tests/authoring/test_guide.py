"""Every piece of code in the guide for authors works as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program
from oddsmith.hosting.implemented import refusal
from oddsmith.testing import check_learner, check_solver, process_of

GUIDE = (Path(__file__).parents[2] / "plugins" / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", GUIDE, re.DOTALL)
PYTHON = [code for language, code in BLOCKS if language == "python"]


def complains(module: Any) -> None:
    commands = "commands: [{for: {i: 1..1001}, when: s = i, then: {s: 0}}]"
    assert module.oddsmith_check(process_of(f"game: g\nvariables: {{s: 0..2000}}\n{commands}\n"))[0].code == "X001"


def solves(module: Any) -> None:
    check_solver(module.Backward())


def learns(module: Any) -> None:
    check_learner(module.Stubborn())


def sums(module: Any) -> None:
    assert module.total(3, np.array([1.0, 2.0, 4.0])) == 7.0


def greets(module: Any) -> None:
    group = click.Group()
    module.oddsmith_commands(group)
    assert CliRunner().invoke(group, ["greet"]).output == "hello\n"


USES: dict[str, Callable[[Any], None]] = {
    "Complains about games": complains,
    "Solves chains without cycles": solves,
    "Bets whatever happens": learns,
    "def total(": sums,
    "Says hello": greets,
}
"""What stands in a piece, and what it does."""


def test_every_piece_is_tried_once() -> None:
    assert [[words in code for code in PYTHON].count(True) for words in USES] == [1] * len(USES)
    assert len(PYTHON) == len(USES)


@pytest.mark.parametrize("words", USES)
def test_it_does_what_the_guide_says(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = (code for code in PYTHON if words in code)
    path = tmp_path / "piece.py"
    path.write_text(code)
    module = ModuleType("piece")
    module.__file__ = str(path)
    monkeypatch.setitem(sys.modules, "piece", module)
    exec(compile(code, str(path), "exec"), vars(module))
    assert refusal(module) == ""
    USES[words](module)


def test_all_of_it_is_in_the_style_of_new_packages(tmp_path: Path) -> None:
    for number, code in enumerate(PYTHON):
        (tmp_path / f"piece{number}.py").write_text(code)
    for options in (["check", "--select", "E,F,W,I,B,C4,N,RET,SIM,UP"], ["format", "--check"]):
        line = [sys.executable, "-m", "ruff", *options, "--isolated", "--line-length", "120", str(tmp_path)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_commands_of_the_guide_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell,) = (code for language, code in BLOCKS if language == "sh")
    lines = shell.splitlines()
    assert lines[1:] == ["cd oddsmith-mean-field", "pip install -e '.[test]'", "pytest"]
    monkeypatch.chdir(tmp_path)
    words = re.findall(r"'[^']*'|\S+", lines[0])
    done = CliRunner().invoke(program, [word.strip("'") for word in words[1:]], prog_name=words[0])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "oddsmith-mean-field" / "pyproject.toml").is_file()


def test_what_is_declared_in_the_guide_is_valid() -> None:
    (text,) = (code for language, code in BLOCKS if language == "toml")
    assert list(tomllib.loads(text)["project"]["entry-points"]) == ["oddsmith"]
    assert {language for language, _ in BLOCKS} == {"python", "toml", "sh"}
