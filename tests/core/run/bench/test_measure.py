"""Whole processes are measured: time, peak memory, the answers, and what goes wrong."""

from __future__ import annotations

import json
import sys
from typing import Any

from oddsmith.run.bench.measure import Measured, Reading, measure
from oddsmith.solve.process_solver import Effort

BLOCK = "x = bytearray(200_000_000); import json; print(json.dumps({'value': '0.5', 'states': 3}))"
ANSWER = {"name": "win", "value": 0.5, "lower": 0.4, "upper": 0.6, "status": "done", "ok": None}


def python(code: str, timeout: float = 60, **environment: str) -> Measured:
    return measure([sys.executable, "-c", code], timeout, environment)


def printing(**document: Any) -> Measured:
    return python(f"print({json.dumps(json.dumps(document))})")


def test_time_memory_and_answer_are_measured() -> None:
    found = python(BLOCK)
    assert (found.value, found.states, found.problem) == (0.5, 3, "")
    assert 200e6 < found.memory < 400e6
    assert 0 < found.seconds < 60


def test_the_memory_of_children_is_added_and_the_largest_told_apart() -> None:
    grow = "import time; x = bytearray(200_000_000); time.sleep(1)"
    found = python(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {grow!r}]); {BLOCK}")
    assert 400e6 < found.memory < 800e6
    assert 200e6 < found.largest < 400e6


def test_a_failure_is_reported_by_its_last_line() -> None:
    found = python("raise ValueError('no model')")
    assert found.problem == "ValueError: no model"
    assert found.value is None


def test_rules_and_blank_lines_say_nothing() -> None:
    assert python("import sys; sys.exit('rank 1 died\\n-----\\n')").problem == "rank 1 died"
    assert python("import sys; sys.exit(3)").problem == "exit code 3"


def test_what_the_program_itself_says_comes_first() -> None:
    found = printing(errors=[{"code": "E703", "message": "there is no solver named x", "fix": "known: y"}])
    assert found.problem == "there is no solver named x (known: y)"


def test_a_process_that_takes_too_long_is_ended_with_its_children() -> None:
    child = "import time; time.sleep(60)"
    found = python(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])", 0.5)
    assert found.problem == "too slow"
    assert found.seconds < 10


def test_environment_variables_are_handed_over() -> None:
    code = "import os, json; print(json.dumps({'value': len(os.environ['ODDSMITH_CACHE']), 'states': 1}))"
    assert python(code, ODDSMITH_CACHE="abc").value == 3


def test_all_answers_are_read_with_their_bounds() -> None:
    found = printing(states=7, answers=[ANSWER, ANSWER | {"name": "sure", "value": True}], effort=None)
    assert (found.value, found.states, found.effort) == (0.5, 7, None)
    assert found.answers[0] == Reading("win", 0.5, 0.4, 0.6)
    assert abs(found.answers[0].width - 0.4) < 1e-12


def test_what_was_moved_through_memory_is_read() -> None:
    effort = {"rounds": 3, "turns": 2, "cells": 10, "bytes": 960, "seconds": 0.5}
    assert printing(states=7, answers=[ANSWER], effort=effort).effort == Effort(3, 2, 10, 960, 0.5)


def test_wide_bounds_and_unexpected_answers_are_problems() -> None:
    assert printing(states=7, answers=[ANSWER | {"status": "loose"}]).problem == "win is loose"
    assert printing(states=7, answers=[ANSWER | {"ok": False}]).problem == "win is not what is expected"


def test_a_width_is_relative() -> None:
    assert Reading("a", 2.0, 1.0, 3.0).width == 1.0
    assert Reading("a", 0.0, 0.0, 0.0).width == 0.0
    assert Reading("a", 0.0, 0.0, 1.0).width == float("inf")


def test_the_part_that_is_compared_is_read() -> None:
    assert printing(value=1, states=2, part_seconds=0.5).part == 0.5
    sizes = {"states": 3}
    reductions = [{"before": sizes, "seconds": 0.25}, {"before": {"states": None}, "seconds": 9}]
    assert printing(answers=[ANSWER], states=2, reductions=reductions).part == 0.25
    assert printing(value=1, states=2).part is None


def test_who_takes_more_memory_than_allowed_is_told_apart() -> None:
    found = measure([sys.executable, "-c", "import time; time.sleep(0.2); x = bytearray(2_000_000_000)"], 60, {}, 10**9)
    assert found.problem == "out of memory, of which it had 1 GB"
