"""Figures that a stage asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from oddsmith.source import SpecError
from oddsmith.study.draw import drawn
from oddsmith.study.outcome import concluded
from oddsmith.study.perform import Result
from oddsmith.study.show import study_text
from oddsmith.study.study import Study

Write = Callable[[str], Study]


def figures(study: Write, wanted: str, matrix: str = "{set: {n: [4, 5]}}"):  # type: ignore[no-untyped-def]
    found = study(f"stages: {{one: {{spec: walk.yaml, matrix: {matrix}, figures: [{wanted}]}}}}")
    results = [Result(cell, document(n / 10)) for n, cell in enumerate(found.stages[0].cells, 1)]
    figures, faults = drawn(concluded(found, results, 1.0).stages[0])
    if faults:
        raise SpecError(faults)
    return figures


def document(value: float) -> dict[str, Any]:
    number = {"name": "win", "value": value, "lower": value, "upper": value + 0.01, "exact": None, "ask": "P"}
    spread = {"support": [2, 4, 6], "probability": [0.5, 0.25, 0.25]}
    lengths = {
        "name": "lengths",
        "value": spread,
        "lower": [0.5, 0.25, 0.25],
        "upper": [0.5, 0.25, 0.25],
        "ask": "dist",
    }
    return {"states": 5, "transitions": 8, "answers": [number, lengths], "seconds": {}}


def test_a_curve_over_a_coordinate_with_its_bounds(study: Write) -> None:
    (figure,) = figures(study, "{kind: line, title: T, x: n, y: win}")
    (series,) = figure.series
    assert (figure.title, series.x, series.y) == ("T", (4, 5), (0.1, 0.2))
    assert series.upper == pytest.approx((0.11, 0.21))


def test_a_curve_for_each_value_of_another_coordinate(study: Write) -> None:
    (figure,) = figures(study, "{kind: line, x: n, y: win, series: start}", "{set: {n: [4, 5], start: [1, 2]}}")
    assert [(series.name, series.y) for series in figure.series] == [("1", (0.1, 0.3)), ("2", (0.2, 0.4))]


def test_a_distribution_cut_off(study: Write) -> None:
    (figure,) = figures(study, "{kind: bars, of: lengths, upto: 4}")
    assert figure.series[0].x == (2, 4)


def test_a_map_of_values_at_all_states(study: Write) -> None:
    (figure,) = figures(study, "{kind: heat, of: win, x: f, y: f, where: 0 < f}")
    assert figure.xs == (1, 2, 3, 4)
    assert [figure.z[k][k] for k in range(4)] == pytest.approx([0.25, 0.5, 0.75, 1.0])
    assert figure.z[0][1] is None


def test_what_cannot_be_drawn_is_a_mistake_with_a_place(study: Write) -> None:
    with pytest.raises(SpecError, match="cannot be drawn"):
        figures(study, "{kind: bars, of: nothing}")


def test_distributions_of_all_runs_side_by_side(study: Write) -> None:
    (figure,) = figures(study, "{kind: line, of: lengths, series: n, label: steps}")
    assert [series.name for series in figure.series] == ["4", "5"]
    assert (figure.kind, figure.x) == ("line", "steps")


def test_a_distribution_from_above(study: Write) -> None:
    (figure,) = figures(study, "{kind: line, of: lengths, cumulative: at least}")
    assert figure.series[0].y == (1.0, 0.5, 0.25)


def test_the_answer_at_every_state_one_after_the_other(study: Write) -> None:
    (figure,) = figures(study, "{kind: bars, of: win, x: f, where: 0 < f < n}")
    assert (figure.series[0].x, figure.series[0].y) == ((1, 2, 3), pytest.approx((0.25, 0.5, 0.75)))


def test_an_experiment_with_learners_brings_its_curves(study: Write) -> None:
    found = study("stages: {one: {spec: walk.yaml}}")
    curve = {"hand": [1, 2], "mean": [0.5, 1.0], "margin": [0.1, 0.1]}
    learner = {"name": "careful", "mean": 1.0, "lower": 0.9, "upper": 1.1, "curve": curve}
    company = {"name": "CC", "limit": 2.0, "learners": [learner]}
    results = [Result(found.cells[0], {"hands": 2, "companies": [company], "answers": [], "seconds": {}})]
    outcome = concluded(found, results, 1.0)
    ((figure,), _) = drawn(outcome.stages[0])
    assert [(series.name, series.y[-1]) for series in figure.series] == [("careful", 1.0), ("limit", 2.0)]
    table = study_text(outcome).splitlines()[2:4]
    assert [line.split() for line in table] == [["against", "limit", "careful"], ["CC", "2", "1", "±", "0.1"]]
