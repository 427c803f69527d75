"""Whole processes are measured: time, peak memory, the answer, and what goes wrong."""

from __future__ import annotations

import sys
from pathlib import Path

from oddsmith.run.bench import cases, measure

BLOCK = "x = bytearray(200_000_000); import json; print(json.dumps({'value': '0.5', 'states': 3}))"


def test_time_memory_and_answer_are_measured() -> None:
    found = measure([sys.executable, "-c", BLOCK], 60, None)
    assert (found.value, found.states, found.problem) == (0.5, 3, "")
    assert 200e6 < found.memory < 400e6
    assert 0 < found.seconds < 60


def test_a_failure_is_reported_by_its_last_line() -> None:
    found = measure([sys.executable, "-c", "raise ValueError('no model')"], 60, None)
    assert found.problem == "ValueError: no model"
    assert found.value is None


def test_a_process_that_takes_too_long_is_ended() -> None:
    found = measure([sys.executable, "-c", "import time; time.sleep(60)"], 0.3, None)
    assert found.problem == "too slow"
    assert found.seconds < 10


def test_the_cache_of_compiled_code_is_handed_over(tmp_path: Path) -> None:
    code = "import os, json; print(json.dumps({'value': len(os.environ['ODDSMITH_CACHE']), 'states': 1}))"
    assert measure([sys.executable, "-c", code], 60, str(tmp_path)).value == len(str(tmp_path))


def test_the_shipped_games_are_all_there() -> None:
    path = Path(__file__).parents[3] / "pipelines" / "bench" / "games.yaml"
    found = cases(path, [])
    assert len(found) == 8
    assert all(case.model.is_file() and Path(case.arguments[1]).is_file() and case.question for case in found)
    assert "--set=N=10" in next(case for case in found if case.name == "ruin-10-15").arguments
