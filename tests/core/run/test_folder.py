"""A run folder appears whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.run.folder import check_folder, default_folder, pipeline_text, repeat_script, spec_files, write_folder
from oddsmith.run.pipeline import plan_of
from oddsmith.run.plan import Ask, Plan, Step
from oddsmith.source import SpecError


def test_all_files_are_there_and_nothing_else(tmp_path: Path) -> None:
    write_folder(tmp_path / "new" / "run", {"answers.json": "{}", "spec/a.yaml": "game: a", "repeat": "#!/bin/sh"})
    assert (tmp_path / "new" / "run" / "spec" / "a.yaml").read_text() == "game: a"
    assert (tmp_path / "new" / "run" / "repeat").stat().st_mode & 0o111
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["run"]


def test_a_disk_that_fills_up_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, text: bytes) -> int:
        if self.name == "second":
            raise OSError(28, "No space left on device")
        return 0

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SpecError, match=r"E705.*No space left on device"):
        write_folder(tmp_path / "new" / "run", {"first": "1", "second": "2"})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_refused_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "answers.json").write_text("{}")
    with pytest.raises(SpecError, match=r"E705.*exists already"):
        check_folder(tmp_path / "old")


def test_a_file_in_the_way_is_refused_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SpecError, match="E705"):
        check_folder(tmp_path / "file" / "run")


def test_folders_of_the_same_second_do_not_collide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda form: "now")
    first = default_folder("a game/of mine")
    write_folder(first, {"a": ""})
    assert first == Path("runs/now-a-game-of-mine")
    assert default_folder("a game/of mine") == Path("runs/now-a-game-of-mine-2")


def test_copies_of_specs_stay_inside_the_folder() -> None:
    assert list(spec_files((("../../a.yaml", ""), ("../../b/c.yaml", "")))) == ["spec/a.yaml", "spec/b/c.yaml"]
    assert list(spec_files((("a.yaml", ""), ("../b.yaml", "")))) == ["spec/a.yaml", "spec/b.yaml"]


def test_copies_of_specs_find_each_other_and_tell_nothing_of_the_machine() -> None:
    texts = (("/home/me/games/a.yaml", ""), ("/home/me/games/sub/../b.yaml", ""), ("/home/me/games/sub/c.yaml", ""))
    assert list(spec_files(texts)) == ["spec/a.yaml", "spec/b.yaml", "spec/sub/c.yaml"]


def test_a_run_is_repeated_without_the_same_plugins() -> None:
    assert " --seed 7 --without solver-exact --without 'odd name' --no-save" in repeat_script(
        7, ("solver-exact", "odd name")
    )


def test_the_pipeline_file_of_a_run_says_what_the_plan_said(tmp_path: Path) -> None:
    plan = Plan(
        tmp_path / "spec" / "g.yaml",
        overrides=(("N", "3"), ("p", "1/2")),
        reductions=(Step("first"), Step("second", (("deep", "yes"),))),
        kernel=Step("reference"),
        solver=Step("direct", (("most", "7"),)),
        questions=("win",),
        asks=(Ask("ask1", 'P=? [F "won"]'),),
    )
    path = tmp_path / "pipeline.yaml"
    path.write_text(pipeline_text(plan, "spec/g.yaml", 1e-6))
    again = plan_of(path)
    assert (again.spec, again.overrides, again.questions, again.asks) == (
        plan.spec,
        plan.overrides,
        plan.questions,
        plan.asks,
    )
    assert [(s.name, s.options) for s in again.reductions] == [(s.name, s.options) for s in plan.reductions]
    assert again.solver is not None
    assert (again.solver.name, again.solver.options) == ("direct", (("most", "7"),))
    assert again.precision == 1e-6


def test_paths_that_are_no_text_can_be_told(tmp_path: Path) -> None:
    write_folder(tmp_path / "run", {"manifest.json": '{"spec": "odd\udcff.yaml"}'})
    assert (tmp_path / "run" / "manifest.json").read_text() == '{"spec": "odd\\udcff.yaml"}'
