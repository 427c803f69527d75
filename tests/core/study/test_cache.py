"""What makes a run another run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.run.folder import beside
from oddsmith.study.cache import Cache, contents
from oddsmith.study.study import Study

Write = Callable[[str], Study]
ONE = "stages: {one: {spec: walk.yaml, matrix: {set: {n: [4, 5]}}}}"


def test_cells_differ_by_their_constants(study: Write) -> None:
    first, second = study(ONE).stages[0].cells
    assert contents(first) != contents(second)
    assert contents(first) == contents(study(ONE).stages[0].cells[0])


def test_a_changed_spec_is_another_run_and_so_is_what_it_extends(study: Write, tmp_path: Path) -> None:
    (tmp_path / "longer.yaml").write_text("extends: walk.yaml\nconstants: {n: 9}\n")
    text = "stages: {one: {spec: longer.yaml}}"
    before = contents(study(text).stages[0].cells[0])
    walk = tmp_path / "walk.yaml"
    walk.write_text(walk.read_text().replace("1/2: {f: f + 1}, 1/2", "1/3: {f: f + 1}, 2/3"))
    assert contents(study_again(tmp_path, text)) != before


def study_again(folder: Path, text: str):  # type: ignore[no-untyped-def]
    from oddsmith.study.reading import study_of

    (folder / "again.yaml").write_text(f"pipeline: trial\n{text}")
    return study_of(folder / "again.yaml").stages[0].cells[0]


def test_damaged_answers_are_no_answers(study: Write, tmp_path: Path) -> None:
    cell = study(ONE).stages[0].cells[0]
    cache = Cache(tmp_path / "cells")
    assert cache.answers(cell) is None
    cache.home(cell).mkdir(parents=True)
    (cache.home(cell) / "answers.json").write_text('{"answers": [')
    assert cache.answers(cell) is None
    (cache.home(cell) / "answers.json").write_text('{"answers": []}')
    assert cache.answers(cell) == {"answers": []}
    cache.forget(cell)
    assert not cache.home(cell).exists()


@pytest.mark.parametrize(("status", "known"), [("done", True), ("loose", True), ("missing", False), ("late", False)])
def test_what_a_limit_has_cut_short_is_not_known(study: Write, tmp_path: Path, status: str, known: bool) -> None:
    cell = study(ONE).stages[0].cells[0]
    cache = Cache(tmp_path / "cells")
    cache.home(cell).mkdir(parents=True)
    (cache.home(cell) / "answers.json").write_text(f'{{"answers": [{{"status": "{status}"}}]}}')
    assert (cache.answers(cell) is not None) is known


def test_room_is_made_for_a_run_but_checkpoints_stay(study: Write, tmp_path: Path) -> None:
    cell = study(ONE).stages[0].cells[0]
    cache = Cache(tmp_path / "cells")
    for folder in (cache.home(cell), beside(cache.home(cell))):
        folder.mkdir(parents=True)
    assert cache.make_room(cell) == cache.home(cell)
    assert not cache.home(cell).exists()
    assert beside(cache.home(cell)).exists()
