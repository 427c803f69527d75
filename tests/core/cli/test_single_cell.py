"""`pipeline run FILE --cell N`: single runs of a sweep, gathered by a run of the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.cli.settings import Settings
from oddsmith.cli.single_cell import _momentary

SWEEP = """\
pipeline: sweep
stages:
  first: {spec: games/walk.yaml, questions: [win], matrix: {set: {N: [4, 5]}}}
  second: {spec: games/walk.yaml, questions: [length], options: {seed: "3"}}
"""


@pytest.fixture
def sweep(tmp_path: Path, walk: str) -> str:
    (tmp_path / "games").mkdir()
    (tmp_path / walk).rename(tmp_path / "games" / walk)
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    return "sweep.yaml"


def kept(call, sweep: str) -> list[bool]:  # type: ignore[no-untyped-def]
    return [cell["kept"] for cell in call("run", sweep, "--dry-run", "--json").document["cells"]]


def test_cells_run_alone_are_gathered_by_the_whole(call, sweep: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    one = call("run", sweep, "--cell", "2", "--json")
    assert one.code == 0
    assert [answer["name"] for answer in one.document["answers"]] == ["length"]
    assert one.document["answers"][0]["exact"] == "4"
    assert kept(call, sweep) == [False, False, True]
    assert not list(tmp_path.glob("games/runs"))
    for number in (0, 1):
        call("run", sweep, "--cell", str(number), "--quiet")
    whole = call("run", sweep, "--no-save", "--json").document
    assert [cell["kept"] for stage in whole["stages"] for cell in stage["cells"]] == [True, True, True]


def test_the_exit_code_is_that_of_the_run_also_the_second_time(call, sweep: str) -> None:  # type: ignore[no-untyped-def]
    first, second = call("run", sweep, "--cell", "1"), call("run", sweep, "--cell", "1")
    assert (first.code, second.code) == (1, 1)  # with N=5 the expectation 1/2 is not met
    assert "cell 1 of 3 runs: first N=5" in first.err
    assert "is finished" in second.err
    assert "2/5" in first.out
    assert "2/5" in second.out


def test_force_runs_one_cell_again_and_leaves_the_others(call, sweep: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for number in ("0", "2"):
        call("run", sweep, "--cell", number)
    other = next(tmp_path.glob("runs/cells/second*")).stat().st_ino
    assert "is finished" not in call("run", sweep, "--cell", "0", "--force").err
    assert next(tmp_path.glob("runs/cells/second*")).stat().st_ino == other
    assert kept(call, sweep) == [True, False, True]


def test_only_counts_the_cells_of_its_stages(call, sweep: str) -> None:  # type: ignore[no-untyped-def]
    assert call("run", sweep, "--only", "second", "--cell", "0").code == 0
    assert kept(call, sweep) == [False, False, True]


@pytest.mark.parametrize("wrong", [["--cell", "3"], ["--cell", "0", "--out", "x"], ["--cell", "0", "--set", "N=3"]])
def test_what_does_not_fit_is_refused(call, sweep: str, wrong: list[str]) -> None:  # type: ignore[no-untyped-def]
    found = call("run", sweep, *wrong)
    assert found.code == 2
    assert "cell" in found.err or "say themselves what --set would say" in found.err


def test_a_single_run_has_no_cells(call, sweep: str) -> None:  # type: ignore[no-untyped-def]
    assert call("run", "games/walk.yaml", "--cell", "0").code == 2


def test_what_may_differ_each_time_is_handed_on() -> None:
    settings = Settings(as_json=True, threads=3, max_memory=2_000_000_000, max_time=60.0)
    assert _momentary(settings, 0.0, resumes=False) == [
        "--json",
        "--threads=3",
        "--max-memory=2000000000",
        "--checkpoint=off",
    ]
    assert "--max-time=60.0" in _momentary(settings, None, resumes=True)
    assert _momentary(Settings(), None, resumes=True) == []
