"""Cells are run, kept, and fail alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from oddsmith.context import Context
from oddsmith.study.cache import Cache
from oddsmith.study.outcome import concluded
from oddsmith.study.perform import Performer, Result
from oddsmith.study.study import Study
from oddsmith.study.verdict import Verdict

Write = Callable[[str], Study]
TEXT = """
stages:
  one:
    spec: walk.yaml
    questions: [win]
    matrix: {set: {n: [4, 5, 0]}}
    published: {columns: [n, win], rows: [[4, 0.25], [5, "-"], [0, 1]]}
"""


def perform(study: Study, folder: Path) -> list[Result]:
    cells = [cell for stage in study.stages for cell in stage.cells]
    return list(Performer(Cache(folder / "cells"), Context(), 2).perform(cells))


def test_what_fails_loses_nothing_else_and_what_is_known_is_not_run_again(study: Write, tmp_path: Path) -> None:
    found = study(TEXT)
    results = perform(found, tmp_path)
    assert len(results) == 3
    assert not any(result.kept for result in results)
    outcome = concluded(found, results, 1.0)
    assert [judged.verdict for judged in outcome.stages[0].judged] == [
        Verdict.AGREES,
        Verdict.FILLED,
        Verdict.MISSING,
    ]
    (failed,) = outcome.stages[0].failed
    assert dict(failed.cell.coordinates) == {"n": "0"}
    assert "walk.yaml:" in failed.problem
    assert outcome.code == 3
    again = perform(found, tmp_path)
    assert sorted(result.kept for result in again) == [False, True, True]


def test_a_run_beyond_its_share_is_run_again_alone(study: Write, tmp_path: Path) -> None:
    found = study("stages: {one: {spec: walk.yaml, set: {n: 50}, limits: {states: 10}}}")
    (result,) = perform(found, tmp_path)
    assert result.code == 5
    assert "more than 10 states" in result.problem


def test_a_single_run_may_be_a_pipeline_of_its_own(study: Write, tmp_path: Path) -> None:
    (tmp_path / "single.yaml").write_text("pipeline: single\nspec: walk.yaml\nquestions: [win]\n")
    (result,) = perform(study("stages: {one: {run: single.yaml}}"), tmp_path)
    assert result.document is not None
    assert result.document["answers"][0]["exact"] == "1/4"
