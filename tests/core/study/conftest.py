"""Studies written as text, in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.study.reading import study_of
from oddsmith.study.study import Study

WALK = """\
game: walk
constants: {n: 4, start: 1}
variables: {f: {range: 0..n, init: start}}
commands:
  - when: 0 < f < n
    then: [1/2: {f: f + 1}, 1/2: {f: f - 1}]
questions:
  win: "P=? [F f = n]"
  lengths: "dist{steps} [F f = 0 or f = n]"
"""

Write = Callable[[str], Study]


@pytest.fixture
def study(tmp_path: Path) -> Write:
    """The study of a text; `walk.yaml` lies beside it."""
    (tmp_path / "walk.yaml").write_text(WALK)

    def write(text: str) -> Study:
        (tmp_path / "study.yaml").write_text(f"pipeline: trial\n{text}")
        return study_of(tmp_path / "study.yaml")

    return write
