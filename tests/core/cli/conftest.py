"""A small game on disk, and the program called with arguments."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

WALK = """\
game: walk
type: chain
constants: {N: 4, p: 1/2}
variables:
  f: {range: 0..N, init: 2}
commands:
  - action: step
    when: 0 < f < N
    then:
      - p: {f: f + 1}
      - 1 - p: {f: f - 1}
labels: {won: f = N, over: f = 0 or f = N}
questions:
  win: {ask: "P=? [F won]", expect: 1/2}
  length: "R{steps}=? [F over]"
"""


@dataclass(frozen=True)
class Called:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


Call = Callable[..., Called]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the program in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Called:
        result = CliRunner().invoke(program, list(arguments), prog_name="pipeline")
        return Called(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def walk(tmp_path: Path) -> str:
    (tmp_path / "walk.yaml").write_text(WALK)
    return "walk.yaml"
