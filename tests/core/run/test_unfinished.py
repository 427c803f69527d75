"""A run that ended too early is found by its name, and refused if it is not what was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.run import stages
from oddsmith.run.pipeline import plan_of
from oddsmith.run.plan import Plan, Step
from oddsmith.run.unfinished import Unfinished, compare, description, find
from oddsmith.source import SpecError
from oddsmith.testing.games import GAMBLER

Damage = Callable[[Path], object]


@pytest.fixture
def folder(plan: Plan, tmp_path: Path) -> Path:
    """An unfinished run of the gambler."""
    folder = tmp_path / "run.unfinished"
    plan = replace(plan, overrides=(("N", "7"),), solver=Step("exact"))
    files, _ = description(plan, stages.load(plan), Context(precision=1e-7), {"seed": 3, "without": []})
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize("name", ["run", "run.unfinished", "run.unfinished/"])
def test_both_names_find_the_run_with_its_plan(folder: Path, name: str) -> None:
    found = find(Path(f"{folder.parent}/{name}"))
    assert isinstance(found, Unfinished)
    assert (found.folder, found.final) == (folder, folder.parent / "run")
    plan = plan_of(found.pipeline)
    assert plan.solver is not None
    assert (plan.overrides, plan.solver.name, plan.precision) == ((("N", "7"),), "exact", 1e-7)
    assert stages.load(plan).name == "gambler"
    assert found.about["spec"] == str(folder.parent / "gambler.yaml")


def test_the_folder_itself_may_be_where_we_are(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert isinstance(find(Path()), Unfinished)


def test_a_finished_run_is_told_from_an_unfinished_one(folder: Path) -> None:
    final = folder.parent / "run"
    final.mkdir()
    (final / "answers.json").write_text("{}")
    assert find(folder) == final
    assert find(final) == final


def other_version(folder: Path) -> None:
    about = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**about, "oddsmith": "0.0.1"}))


def other_seed(folder: Path) -> None:
    about = json.loads((folder / "run.json").read_text())
    about["settings"]["seed"] = 4
    (folder / "run.json").write_text(json.dumps(about))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (other_version, r"made by version 0.0.1, and this is .*(.|\n)*fix: use that version, or run the game"),
        (other_seed, "seed was changed"),
        (lambda folder: (folder / "spec" / "gambler.yaml").write_text(GAMBLER + " "), "spec, plan or seed was changed"),
        (lambda folder: (folder / "pipeline.yaml").unlink(), "its description cannot be read"),
        (lambda folder: (folder / "run.json").write_text("{"), "its description cannot be read"),
        (lambda folder: (folder / "run.json").unlink(), "it is no folder of a run"),
        (lambda folder: folder.rename(folder.with_name("else")), "it does not exist"),
    ],
)
def test_what_cannot_be_resumed_is_refused_with_the_reason(folder: Path, damage: Damage, reason: str) -> None:
    damage(folder)
    with pytest.raises(SpecError, match=f"E707(.|\n)*{reason}"):
        find(folder)


def test_another_game_is_refused_by_the_names_of_the_files_that_differ(folder: Path, plan: Plan) -> None:
    found = find(folder)
    assert isinstance(found, Unfinished)
    compare(found, stages.load(plan))
    plan.spec.write_text(GAMBLER + "# changed\n")
    with pytest.raises(SpecError, match=r"E709(.|\n)*spec/gambler.yaml differs"):
        compare(found, stages.load(plan))
