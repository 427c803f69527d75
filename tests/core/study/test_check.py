"""Mistakes that the runs of a study would meet, told before they begin and at their places in its file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.source import SpecError
from oddsmith.study.check import Checker
from oddsmith.study.study import Study

Write = Callable[[str], Study]
TEXT = """\
stages:
  one:
    spec: walk.yaml
    matrix: {set: {n: [4, 5]}, options: {seed: [1]}}
    questions: [win]
    explain: [win]
    fractions: [win]
    exports: [prism]
    published: {columns: [n, win, states], rows: [[4, 1/4, 5]]}
    claims: [{says: longer is harder, quantity: win, at: {n: 4}, is: ">", beside: {n: 5}}]
    figures: [{kind: line, x: n, y: win}]
"""


def check(study: Study) -> None:
    found = load()
    Checker(found, registry(found), frozenset({"--seed"})).check(study)


def test_a_study_without_mistakes_passes(study: Write) -> None:
    check(study(TEXT))


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ("spec: walk.yaml", "spec: walks.yaml", 4, "there is no file `.*/walks.yaml`"),
        ("{n: [4, 5]}", "{n: [4, 5], m: [1]}", 5, "there is no constant `m` to set"),
        ("seed: [1]", "sed: [1]", 5, "`pipeline run` has no option --sed"),
        ("questions: [win]", "questions: [wim]", 6, "there is no question named wim"),
        ("questions: [win]", "solver: exakt", 6, "there is no solver named exakt"),
        ("questions: [win]", "reductions: [symetry]", 6, "there is no reduction named symetry"),
        ("questions: [win]", "precision: small", 6, "small is not a precision"),
        ("questions: [win]", "limits: {states: few}", 6, "few is not"),
        ("explain: [win]", "explain: [won]", 7, "no run of the stage `one` answers `won`"),
        ("fractions: [win]", "fractions: [won]", 8, "no run of the stage `one` answers `won`"),
        ("exports: [prism]", "exports: [prsm]", 9, "there is no exporter named prsm"),
        ("columns: [n, win,", "columns: [n, won,", 10, "no run of the stage `one` answers `won`"),
        ("quantity: win", "quantity: won", 11, "no run of the stage `one` answers `won`"),
        ("x: n, y: win", "x: n, y: won", 12, "no run of the stage `one` answers `won`"),
    ],
)
def test_a_mistake_is_told_at_its_place(study: Write, right: str, wrong: str, line: int, message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        check(study(TEXT.replace(right, wrong)))
    first = caught.value.diagnostics[0]
    assert first.span is not None
    assert first.span.place.split("study.yaml:")[1].startswith(f"{line}:")


def test_all_mistakes_are_told_at_once_and_each_once(study: Write) -> None:
    text = TEXT.replace("questions: [win]", "solver: exakt").replace("n: [4, 5]", "n: [4, 5], m: [1, 2]")
    with pytest.raises(SpecError) as caught:
        check(study(text))
    codes = [one.message for one in caught.value.diagnostics]
    assert len(codes) == len(set(codes))
    assert any("exakt" in message for message in codes)
    assert any("constant `m`" in message for message in codes)


def test_a_question_that_only_some_runs_have_is_known(study: Write, tmp_path: Path) -> None:
    (tmp_path / "late.yaml").write_text(
        "extends: walk.yaml\ngame: late\nquestions: {far: {ask: 'P=? [F f = 3]', when: n > 4}}\n"
    )
    text = (
        "stages: {one: {spec: late.yaml, matrix: {set: {n: [4, 5]}}, published: {columns: [n, far], rows: [[5, 0.3]]}}}"
    )
    check(study(text))


def test_distributions_are_asked_for_one_value_or_a_statistic(study: Write) -> None:
    check(study('stages: {one: {spec: walk.yaml, table: {show: ["lengths[5]", lengths.mean]}}}'))
    with pytest.raises(SpecError, match=r"answers `lengths\.median`"):
        check(study("stages: {one: {spec: walk.yaml, table: {show: [lengths.median]}}}"))


def test_what_is_drawn_over_all_states_goes_over_variables(study: Write) -> None:
    text = "stages: {one: {spec: walk.yaml, figures: [{kind: bars, of: win, x: VARIABLE}]}}"
    check(study(text.replace("VARIABLE", "f")))
    with pytest.raises(SpecError, match="the game has no variable `g`"):
        check(study(text.replace("VARIABLE", "g")))


def test_what_learners_gain_is_known_by_company_and_learner() -> None:
    from oddsmith.study.reading import study_of

    check(study_of(Path(__file__).parents[3] / "pipelines" / "shi-2017.yaml"))
