"""`pipeline run` of a pipeline with stages."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddsmith.cli.program import program
from oddsmith.cli.settings import Settings
from oddsmith.cli.studying import keeping, limiting, telling
from oddsmith.run.bench.measure import PROGRAM
from oddsmith.study.cache import Cache
from oddsmith.study.perform import run_arguments
from oddsmith.study.reading import study_of

ROOT = Path(__file__).parents[3]
TEXT = f"""\
pipeline: trial
stages:
  gambler:
    title: The gambler
    spec: {ROOT / "specs" / "gambler.yaml"}
    questions: [win]
    matrix: {{set: {{bet2: ["true", "false"]}}}}
    published: {{columns: [bet2, win], rows: [["true", 0.6774], ["false", 0.6398]]}}
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trial.yaml").write_text(TEXT)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(program, ["run", "trial.yaml", *arguments])

    return call


def test_a_dry_run_tells_and_runs_nothing(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    result = run("--dry-run")
    assert result.exit_code == 0
    assert result.stdout.count("to be run") == 2
    assert not (tmp_path / "runs").exists()


def test_tables_are_printed_kept_and_known_the_next_time(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    first = run("--out", "kept")
    assert first.exit_code == 0
    assert first.stdout.count("✓ 0.6") == 2
    assert "of 2 published numbers 2 agree" in first.stdout
    names = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert names == ["pipeline.yaml", "report.html", "report.txt", "study.json"]
    again = run("--json", "--no-save")
    document = json.loads(again.stdout)
    assert [cell["kept"] for cell in document["stages"][0]["cells"]] == [True, True]
    assert "2 of them known already" in run("--dry-run").stdout
    assert "(" not in run("--force", "--no-save").stdout.splitlines()[-1]


def kept(result: Result) -> list[bool]:
    return [cell["kept"] for stage in json.loads(result.stdout)["stages"] for cell in stage["cells"]]


@pytest.mark.parametrize("option", ["--precision=1e-6", "--seed=7", "--without=solver-direct"])
def test_what_changes_answers_makes_another_run(run, option: str) -> None:  # type: ignore[no-untyped-def]
    asked = ("--json", "--no-save")
    assert kept(run(*asked)) == [False, False]
    assert kept(run(*asked, option)) == [False, False]
    assert kept(run(*asked, option)) == kept(run(*asked)) == [True, True]
    assert kept(run(*asked, "--max-time=1h", "--threads=1")) == [True, True]


UNFIT = ["--set=N=3", "--bind=t=f.csv", "--ask=P=? [F x]", "--games=10", "--strategy=x.yaml", "--no-strategies"]


@pytest.mark.parametrize("flag", [*UNFIT, "--partial", "--stats", "--resume=runs/cells/x"])
def test_options_of_single_runs_are_refused(run, flag: str) -> None:  # type: ignore[no-untyped-def]
    result = run(flag)
    assert result.exit_code == 2
    assert flag.partition("=")[0] in result.stderr


def test_checkpoints_and_limits_are_those_of_every_run() -> None:
    settings = Settings(max_time=60.0, max_states=1000, no_estimate=True, seed=3, precision=1e-6, without=("a", "b"))
    assert limiting(settings) == ("--max-time=60.0", "--max-states=1000", "--no-estimate")
    assert telling(settings) == (("without", "a"), ("without", "b"), ("precision", "1e-06"), ("seed", "3"))
    assert (keeping(None), keeping(0.0), keeping(2.0)) == ((), ("--checkpoint=off",), ("--checkpoint=2.0",))


def test_a_stage_that_is_not_there_is_refused(run) -> None:  # type: ignore[no-untyped-def]
    assert run("--only", "nothing").exit_code == 2


def test_a_single_run_has_no_stages(tmp_path: Path) -> None:
    result = CliRunner().invoke(program, ["run", str(ROOT / "specs" / "gambler.yaml"), "--dry-run"])
    assert result.exit_code == 2
    assert "gambler.yaml has no stages: --dry-run" in result.stderr


def test_a_file_that_is_not_there_is_told_whatever_is_wanted_of_it(tmp_path: Path) -> None:
    for wish in ([], ["--dry-run"], ["--only", "stage"], ["--cell", "0"]):
        result = CliRunner().invoke(program, ["run", str(tmp_path / "missing.yaml"), *wish])
        assert result.exit_code == 3
        assert "E101: there is no file" in result.stderr


def test_a_dry_run_numbers_the_cells(run) -> None:  # type: ignore[no-untyped-def]
    cells = json.loads(run("--dry-run", "--json").stdout)["cells"]
    assert [(cell["cell"], cell["at"], cell["kept"]) for cell in cells] == [
        (0, {"bet2": "true"}, False),
        (1, {"bet2": "false"}, False),
    ]


def test_a_figure_that_cannot_be_drawn_costs_nothing_else(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = TEXT + "    figures: [{kind: bars, title: odd, of: nothing}, {kind: line, x: bet2, y: win}]\n"
    (tmp_path / "trial.yaml").write_text(text)
    result = run("--out", "kept", "--json")
    assert result.exit_code == 3
    assert "trial.yaml:9:15: error E504: this figure cannot be drawn: `nothing` has no distribution" in result.stderr
    document = json.loads((tmp_path / "kept" / "study.json").read_text())
    assert document == json.loads(result.stdout)
    assert [figure["kind"] for figure in document["stages"][0]["figures"]] == ["line"]
    assert [error["code"] for error in document["errors"]] == ["E504"]


LONG = f"""\
pipeline: long
stages:
  quick: {{spec: {ROOT / "specs" / "gambler.yaml"}, questions: [win]}}
  slow:
    spec: {ROOT / "specs" / "another-game.yaml"}
    solver: {{simulation: {{games: 2000000000}}}}
    questions: [cycles]
    options: {{checkpoint: 1s}}
"""


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, 75), (signal.SIGUSR1, 75), (signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_sweep_that_is_stopped_goes_on_where_it_was(tmp_path: Path, number: signal.Signals, code: int) -> None:
    (tmp_path / "long.yaml").write_text(LONG)
    command = [sys.executable, "-c", PROGRAM, "run", "long.yaml", "--no-save", "--jobs", "2"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    cells = tmp_path / "runs" / "cells"
    deadline = time.monotonic() + 60
    try:
        while not (list(cells.glob("quick-*/answers.json")) and list(cells.glob("slow-*.unfinished/slot-*/*"))):
            assert time.monotonic() < deadline, list(cells.rglob("*"))
            time.sleep(0.1)
        if number is not signal.SIGKILL:
            process.send_signal(number)
            process.wait(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code, said
    if number is not signal.SIGKILL:
        assert "done and kept: 1 of 2 runs; the same command goes on with the rest" in said
    study = study_of(tmp_path / "long.yaml")
    cache = Cache(cells)
    quick, slow = study.cells
    assert cache.answers(quick) is not None
    assert "--resume" in run_arguments(slow, cache.home(slow), tmp_path)
