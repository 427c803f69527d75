"""What does not fit the runs of a stage."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.source import SpecError
from oddsmith.study.study import Study

Write = Callable[[str], Study]


def refused(study: Write, rest: str) -> str:
    with pytest.raises(SpecError) as caught:
        study(f"stages:\n  one:\n    spec: walk.yaml\n    matrix: {{set: {{n: [4, 5]}}}}\n    {rest}\n")
    return str(caught.value)


def test_a_published_number_stands_where_a_run_is(study: Write) -> None:
    assert "no run of the stage `one` is at n=9" in refused(study, "published: {columns: [n, win], rows: [[9, 1/4]]}")


def test_both_sides_of_a_claim_stand_where_runs_are(study: Write) -> None:
    claim = 'claims: [{says: so, quantity: win, at: {n: 4}, is: ">", beside: {n: 6}}]'
    assert "no run of the stage `one` is at n=6" in refused(study, claim)


@pytest.mark.parametrize("row", ["[4, many]", "[4, {value: 1/4, tolerance: some}]"])
def test_numbers_and_tolerances_are_numbers(study: Write, row: str) -> None:
    assert "is no " in refused(study, f"published: {{columns: [n, win], rows: [{row}]}}")


def test_words_that_answers_may_be_are_published_too(study: Write) -> None:
    table = "published: {columns: [n, win], rows: [[4, Infinity], [5, 'true']]}"
    assert study(f"stages: {{one: {{spec: walk.yaml, matrix: {{set: {{n: [4, 5]}}}}, {table}}}}}").stages


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        ("{kind: pie, x: n, y: win}", "there is no kind of figures `pie`"),
        ("{kind: line, x: n}", "needs the key `y`"),
        ("{kind: heat, of: win, x: f}", "needs the key `y`"),
        ("{kind: line, x: m, y: win}", "no coordinate `m`"),
        ("{kind: line, of: lengths, series: m}", "no coordinate `m`"),
        ("{kind: line, x: n, y: win, colour: red}", "a figure has no key `colour`"),
    ],
)
def test_figures_fit_the_sweep(study: Write, figure: str, message: str) -> None:
    assert message in refused(study, f"figures: [{figure}]")


def test_a_switch_is_true_or_false(study: Write) -> None:
    assert "`maybe` is neither true nor false" in refused(study, "alone: maybe")


def test_a_sweep_over_nothing_is_refused(study: Write) -> None:
    with pytest.raises(SpecError, match="the sweep over `n` has no values"):
        study("stages: {one: {spec: walk.yaml, matrix: {set: {n: []}}}}")


def test_a_stage_of_another_pipeline_that_is_not_there_is_told(study: Write) -> None:
    with pytest.raises(SpecError, match=r"there is no pipeline `.*missing\.yaml`"):
        study("stages: {one: {run: missing.yaml}}")


def test_what_is_left_out_has_to_be_there(study: Write) -> None:
    text = "stages: {two: {spec: walk.yaml}}\ninclude: [{file: other.yaml, without: [three]}]"
    study("stages: {one: {spec: walk.yaml}}").path.rename(study("stages: {}").path.with_name("other.yaml"))
    with pytest.raises(SpecError, match=r"`other\.yaml` has no stage `three`"):
        study(text)
