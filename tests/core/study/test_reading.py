"""Pipeline files with stages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.source import SpecError
from oddsmith.study.reading import is_study, study_of
from oddsmith.study.study import Study

Write = Callable[[str], Study]


def test_a_pipeline_with_stages_is_a_study_and_one_without_is_a_run(study: Write, tmp_path: Path) -> None:
    study("stages: {one: {spec: walk.yaml}}")
    (tmp_path / "single.yaml").write_text("pipeline: single\nspec: walk.yaml\n")
    assert is_study(tmp_path / "study.yaml")
    assert not is_study(tmp_path / "single.yaml")
    assert not is_study(tmp_path / "walk.yaml")
    assert not is_study(tmp_path / "nowhere.yaml")


def test_included_stages_keep_the_name_of_their_pipeline(study: Write, tmp_path: Path) -> None:
    text = "pipeline: other\nstages: {one: {spec: walk.yaml}, two: {spec: walk.yaml}}\n"
    (tmp_path / "other.yaml").write_text(text)
    found = study("stages: {one: {spec: walk.yaml}}\ninclude: [{file: other.yaml, without: [two]}]")
    assert [stage.name for stage in found.stages] == ["one", "other/one"]
    assert found.stages[1].cells[0].stage == "other/one"


def test_a_pipeline_that_includes_itself_is_refused(study: Write) -> None:
    with pytest.raises(SpecError, match="includes itself"):
        study("include: [study.yaml]")


def test_all_mistakes_are_told_at_once(study: Write) -> None:
    with pytest.raises(SpecError) as caught:
        study("stages: {one: {spek: walk.yaml}, two: {spec: walk.yaml, table: {across: n}}}\ninclude: [no.yaml]")
    text = str(caught.value)
    for part in ("has no key `spek`", "needs the key `spec`", "no coordinate `n`", "there is no pipeline"):
        assert part in text


def test_too_many_runs_are_refused_before_they_begin(tmp_path: Path, study: Write) -> None:
    with pytest.raises(SpecError, match="are the most"):
        study("stages: {one: {spec: walk.yaml, matrix: {set: {n: 1..200, start: 1..200}}}}")
    assert tmp_path.exists()


def test_the_pipelines_of_the_project_are_read() -> None:
    folder = Path(__file__).parents[3] / "pipelines"
    for path in folder.glob("*.yaml"):
        if is_study(path):
            assert study_of(path).stages
