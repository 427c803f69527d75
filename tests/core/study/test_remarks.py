"""What stands below a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from oddsmith.report.figure import Figure, Series
from oddsmith.study.outcome import StageOutcome, concluded
from oddsmith.study.perform import Told
from oddsmith.study.remarks import explanations, pictures
from oddsmith.study.study import Study

Write = Callable[[str], Study]


def stage(study: Write) -> StageOutcome:
    return concluded(study("stages: {one: {spec: walk.yaml}}"), [], 1.0).stages[0]


def test_curves_are_small_pictures_with_their_ends(study: Write) -> None:
    series = (Series("a", (1, 2, 3), (0.0, 0.5, 1.0)), Series("longer", (1, 2), (1.0, None)))
    outcome = replace(stage(study), figures=(Figure("line", "Rising", series=series), Figure("heat", "A map")))
    assert list(pictures(outcome)) == ["\nRising", "  a       ▁▅█  1: 0 … 3: 1", "  longer  █  1: 1 … 1: 1"]


def test_long_texts_are_cut(study: Write) -> None:
    outcome = replace(stage(study), told=(Told("how to play", ("stay",)), Told("digits", ("1",) * 50)))
    lines = list(explanations(outcome))
    assert lines[:2] == ["\nhow to play:", "  stay"]
    assert (len(lines), lines[-2]) == (15, "  … 39 more lines in study.json …")
