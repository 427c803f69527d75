"""Sweeps: which runs a matrix stands for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.source import SpecError
from oddsmith.study.study import Study

Write = Callable[[str], Study]


def places(study: Write, matrix: str) -> list[dict[str, str]]:
    stage = study(f"stages:\n  one: {{spec: walk.yaml, matrix: {matrix}}}\n").stages[0]
    return [dict(cell.coordinates) for cell in stage.cells]


def test_every_combination_of_constants_is_a_run(study: Write) -> None:
    found = places(study, "{set: {n: [4, 5], start: [1, 2]}}")
    assert found == [{"n": n, "start": start} for n in "45" for start in "12"]


def test_a_list_of_constants_is_one_axis(study: Write) -> None:
    found = places(study, "{set: [{n: 4, start: 1}, {n: 9, start: 3}]}")
    assert found == [{"n": "4", "start": "1"}, {"n": "9", "start": "3"}]


def test_a_range_stands_for_its_numbers(study: Write) -> None:
    assert [place["n"] for place in places(study, "{set: {n: 4..7}}")] == ["4", "5", "6", "7"]


def test_reductions_and_solvers_are_axes_with_names(study: Write) -> None:
    found = places(study, "{reductions: {plain: [], small: [symmetry]}, solver: [exact, {direct: {}}]}")
    assert found == [{"reductions": r, "solver": s} for r in ("plain", "small") for s in ("exact", "direct")]


def test_constants_of_the_stage_and_of_the_sweep_are_united(study: Write) -> None:
    stage = study("stages:\n  one: {spec: walk.yaml, set: {n: 8}, matrix: {set: {start: [1, 2]}}}\n").stages[0]
    assert [cell.document["set"] for cell in stage.cells] == [{"n": "8", "start": start} for start in "12"]


def test_options_of_the_command_line_can_be_swept(study: Write) -> None:
    stage = study("stages:\n  one: {spec: walk.yaml, matrix: {options: {seed: [1, 2]}}}\n").stages[0]
    assert [cell.options for cell in stage.cells] == [(("seed", "1"),), (("seed", "2"),)]


def test_what_cannot_vary_is_a_mistake(study: Write) -> None:
    with pytest.raises(SpecError, match="cannot go over `colour`"):
        places(study, "{colour: [red]}")


def test_two_equal_runs_are_a_mistake(study: Write) -> None:
    with pytest.raises(SpecError, match="two runs of the stage `one` are the same"):
        places(study, "{set: {n: [4, 4]}}")


def test_places_that_are_left_out(study: Write) -> None:
    matrix = "{set: {n: [4, 5], start: [1, 2]}, except: [{n: 5, start: [2, 3]}]}"
    found = study(f"stages: {{one: {{spec: walk.yaml, matrix: {matrix}}}}}")
    assert [cell.name for cell in found.cells] == ["one n=4 start=1", "one n=4 start=2", "one n=5 start=1"]
    with pytest.raises(SpecError, match="no coordinate `m`"):
        study("stages: {one: {spec: walk.yaml, matrix: {set: {n: [4]}, except: [{m: 1}]}}}")
