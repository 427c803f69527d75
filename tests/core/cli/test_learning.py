"""`pipeline run` of a pipeline with learners: the report, the folder, a repetition."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
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


@pytest.mark.parametrize("unfit", ["--question x", "--solver exact", "--strategy play.yaml", "--precision 1e-3"])
def test_options_that_nobody_would_hear_are_refused(call: Call, small: str, unfit: str) -> None:
    called = call("run", small, "--no-save", *unfit.split())
    assert called.code == 2
    assert f"small plays hands and asks no questions: {unfit.split(maxsplit=1)[0]} has no meaning here" in called.err


def test_curves_can_be_plotted(call: Call, small: str, tmp_path: Path) -> None:
    assert call("run", small, "--out", "kept").code == 0
    assert call("plot", "kept").out.split() == ["careful", "bold"]
    assert call("plot", "kept", "--what", "bold", "-o", "bold.svg").code == 0
    assert (tmp_path / "bold.svg").read_text().startswith("<?xml")


def test_it_can_be_interrupted(small: str, tmp_path: Path) -> None:
    long = tmp_path / "long.yaml"
    long.write_text(TEXT.replace("hands: 60", "hands: 1_000_000"))
    code = "from oddsmith.cli.main import main; main()"
    command = [sys.executable, "-c", code, "run", str(long), "--no-save", "--threads", "2"]
    begun = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=tmp_path)
    children = Path(f"/proc/{begun.pid}/task/{begun.pid}/children")
    for _ in range(600):
        if len(children.read_text().split()) == 2:
            break
        time.sleep(0.05)
    workers = children.read_text().split()
    time.sleep(0.5)
    os.killpg(begun.pid, signal.SIGINT)
    _, messages = begun.communicate(timeout=30)
    assert begun.returncode == 130
    assert "Traceback" not in messages
    assert len(workers) == 2
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_what_has_no_meaning_is_refused(call: Call, small: str) -> None:
    called = call("run", small, "--ask", "P=? [F over]", "--no-save")
    assert (called.code, "asks no questions" in called.err) == (2, True)


def test_mistakes_in_styles_have_their_place(call: Call, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(TEXT.replace('bet: "plays[card[me]]"', "raise: 1"))
    called = call("run", "wrong.yaml", "--no-save")
    assert called.code == 3
    assert "wrong.yaml:11:" in called.err
    assert "nobody can make the move `raise`" in called.err
