"""Tables of a study: ours beside the paper's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oddsmith.study.outcome import concluded, study_document
from oddsmith.study.perform import Result
from oddsmith.study.show import study_text
from oddsmith.study.study import Study

Write = Callable[[str], Study]
TEXT = """
stages:
  one:
    title: Table 1
    spec: walk.yaml
    matrix: {set: {n: [4, 5]}, reductions: {plain: [], small: [symmetry]}}
    table: {across: reductions}
    published:
      where: {reductions: plain}
      columns: [n, states, win]
      rows: [[4, 5, {value: 0.31, wrong: a slip}], [5, 6, "-"]]
"""


def document(states: int, value: float) -> dict[str, Any]:
    answer = {"name": "win", "value": value, "lower": value, "upper": value, "exact": None}
    return {"states": states, "transitions": 8, "answers": [answer], "seconds": {"solve": 0.5}}


def test_the_sides_stand_beside_each_other_and_the_paper_beside_ours(study: Write) -> None:
    found = study(TEXT)
    plain4, small4, plain5, small5 = found.stages[0].cells
    results = [
        Result(plain4, document(5, 0.25)),
        Result(small4, document(3, 0.25), kept=True),
        Result(plain5, None, "over the limit", 5),
        Result(small5, document(4, 0.2)),
    ]
    outcome = concluded(found, results, 2.0)
    lines = [line.split() for line in study_text(outcome).splitlines() if line]
    assert lines[1] == [
        "n",
        "states",
        "plain",
        "states",
        "small",
        "paper",
        "win",
        "paper",
    ]
    assert lines[2] == ["4", "5", "3", "✓", "5", "0.25", "✗", "paper", "wrong", "0.31"]
    assert lines[3] == ["5", "-", "4", "no", "answer", "6", "0.2", "new"]
    assert lines[4:7] == [["n", "seconds", "plain", "seconds", "small"], ["4", "0.500", "0.500"], ["5", "-", "0.500"]]
    text = study_text(outcome)
    assert max(len(line) for line in text.splitlines()[:8]) <= 100
    assert "the paper is wrong at win at reductions=plain, n=4: a slip" in text
    assert "over the limit" in text
    assert "4 runs (1 known already), 1 without an answer, of 4 published numbers 1 agree" in text
    assert outcome.code == 5
    verdicts = [one["verdict"] for one in study_document(outcome)["stages"][0]["published"]]
    assert verdicts == ["agrees", "wrong", "missing", "filled"]


def test_a_single_run_stands_upright(study: Write) -> None:
    found = study("stages: {one: {spec: walk.yaml, published: {columns: [win], rows: [[0.25]]}}}")
    text = study_text(concluded(found, [Result(found.stages[0].cells[0], document(5, 0.25))], 1.0))
    assert [line.split() for line in text.splitlines()[2:6]] == [
        ["quantity", "found", "paper"],
        ["states", "5"],
        ["win", "0.25", "✓", "0.25"],
        ["seconds", "0.500"],
    ]
