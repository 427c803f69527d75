"""`pipeline run`: answers, exit codes, limits, the run folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]


def test_answers_are_printed_with_their_fractions_and_verdicts(call: Call, walk: str) -> None:
    called = call("run", walk, "--no-save")
    assert called.code == 0
    assert "walk (N=4, p=1/2): 5 states" in called.out
    assert "0.5 = 1/2" in called.out
    assert "✓ 1/2" in called.out
    assert called.err == ""


def test_json_is_exactly_one_document(call: Call, walk: str) -> None:
    called = call("run", walk, "--json", "--no-save")
    win, length = called.document["answers"]
    assert (win["name"], win["exact"], win["ok"]) == ("win", "1/2", True)
    assert (length["exact"], length["expect"], length["ok"]) == ("4", None, None)
    assert called.document["constants"] == {"N": 4, "p": "1/2"}


def test_constants_are_overridden_and_expectations_then_fail(call: Call, walk: str) -> None:
    called = call("run", walk, "--set", "N=3", "--json", "--no-save")
    assert called.code == 1
    assert called.document["answers"][0]["exact"] == "2/3"
    assert called.document["answers"][0]["ok"] is False


def test_only_the_named_questions_are_answered(call: Call, walk: str) -> None:
    called = call("run", walk, "--question", "length", "--json", "--no-save")
    assert [answer["name"] for answer in called.document["answers"]] == ["length"]


def test_ad_hoc_questions_replace_those_of_the_spec(call: Call, walk: str) -> None:
    called = call("run", walk, "--ask", "P=? [F f = 0]", "--ask", "P>=0.9 [F won]", "--json", "--no-save")
    first, second = called.document["answers"]
    assert first["exact"] == "1/2"
    assert (second["value"], second["ok"]) == (False, False)
    assert called.code == 1


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code", "hint"),
    [
        (["--question", "wni"], 2, "E704", "did you mean win"),
        (["--solver", "exakt"], 2, "E703", "did you mean exact"),
        (["--kernel", "compild"], 2, "E703", "did you mean compiled"),
        (["--without", "solver-exakt"], 2, "E703", "did you mean solver-exact"),
        (["--set", "M=3"], 2, "E701", ""),
        (["--set", "N=true"], 2, "E702", ""),
        (["--ask", "P=? [F wno]"], 2, "E", "won"),
        (["--solver", "acyclic", "--set-option", "tempo=3"], 2, "E703", "tempo"),
    ],
)
def test_wrong_names_are_answered_with_the_right_ones(
    call: Call, walk: str, arguments: list[str], exit_code: int, code: str, hint: str
) -> None:
    called = call("run", walk, "--no-save", "--json", *arguments)
    assert called.code == exit_code
    error = called.document["errors"][0]
    assert error["code"].startswith(code)
    assert hint in error["fix"] + error["message"]
    assert code in called.err
    assert "Traceback" not in called.err


@pytest.mark.parametrize(
    "option", [["--set", "N"], ["--max-memory", "lots"], ["--max-time", "-1"], ["--precision", "0"]]
)
def test_malformed_options_are_usage_errors(call: Call, walk: str, option: list[str]) -> None:
    assert call("run", walk, *option).code == 2


@pytest.mark.parametrize("path", ["missing.yaml", "."])
def test_what_is_no_spec_is_refused(call: Call, path: str) -> None:
    called = call("run", path)
    assert called.code == 3
    assert "E101" in called.err


def test_a_state_limit_ends_the_run_with_advice(call: Call, walk: str) -> None:
    called = call("run", walk, "--set", "N=50", "--max-states", "20", "--no-save")
    assert called.code == 5
    assert "--max-states" in called.err


def test_the_solver_can_be_chosen(call: Call, walk: str) -> None:
    called = call("run", walk, "--solver", "exact", "--json", "--no-save")
    assert {answer["solver"] for answer in called.document["answers"]} == {"exact"}


def test_reductions_can_be_asked_for_and_tell_what_they_did(call: Call, walk: str) -> None:
    called = call("run", walk, "--reduce", "bisimulation", "--question", "length", "--stats", "--no-save")
    assert called.code == 0
    assert "walk (N=4, p=1/2): 3 states" in called.out
    assert "bisimulation  5 -> 3" in called.out
    document = call("run", walk, "--reduce", "bisimulation", "--question", "length", "--json", "--no-save").document
    (reduced,) = document["reductions"]
    assert (reduced["name"], reduced["before"]["states"], reduced["after"]["states"]) == ("bisimulation", 5, 3)


def test_a_solver_that_does_not_fit_says_what_it_needs(call: Call, walk: str) -> None:
    called = call("run", walk, "--solver", "acyclic", "--no-save")
    assert called.code == 2
    assert "it needs: no cycle" in called.err


def test_hook_calls_can_be_followed(call: Call, walk: str) -> None:
    called = call("run", walk, "--no-save", "--trace-hooks")
    assert "hook oddsmith_stage_done(stage='load'" in called.err


def test_a_run_leaves_one_folder_with_all_that_is_needed(call: Call, walk: str, tmp_path: Path) -> None:
    called = call("run", walk, "--set", "p=1/3", "--seed", "7")
    (folder,) = (tmp_path / "runs").iterdir()
    assert str(folder.name) in called.err
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    reports = {"answers.json", "figures.json", "report.txt", "report.html"}
    assert names == {"manifest.json", "pipeline.yaml", "repeat", "spec/walk.yaml"} | reports
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["overrides"] == {"p": "1/3"}
    assert manifest["seed"] == 7
    assert manifest["plugins"]["solver-exact"].startswith("oddsmith ")
    assert os.uname().nodename not in json.dumps(manifest)


def test_a_run_can_be_repeated_from_its_folder(call: Call, walk: str, tmp_path: Path) -> None:
    call("run", walk, "--set", "p=1/3", "--question", "win", "--out", "kept")
    again = call("run", str(tmp_path / "kept" / "pipeline.yaml"), "--json", "--no-save")
    first = json.loads((tmp_path / "kept" / "answers.json").read_text())
    assert again.document["constants"] == first["constants"]
    assert [a["exact"] for a in again.document["answers"]] == [a["exact"] for a in first["answers"]] == ["1/5"]


def test_an_existing_folder_is_not_touched(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "mine").write_text("")
    called = call("run", walk, "--out", "kept")
    assert called.code == 2
    assert "E705" in called.err
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["mine"]


def test_answers_are_not_lost_when_the_folder_cannot_be_written(call: Call, walk: str, tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file is in the way")
    called = call("run", walk)
    assert called.code == 0
    assert "0.5 = 1/2" in called.out
    assert "warning E705" in called.err


def test_a_full_disk_is_reported_after_the_answers(
    call: Call, walk: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(self: Path, text: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    called = call("run", walk, "--out", "kept", "--json", "--quiet")
    assert called.code == 2
    assert called.document["answers"][0]["exact"] == "1/2"
    assert "No space left on device" in called.err
    assert [path.name for path in tmp_path.iterdir()] == ["walk.yaml"]


def test_a_reader_that_leaves_early_is_no_error(call: Call, walk: str, tmp_path: Path) -> None:
    program = "from oddsmith.cli.main import main; main()"
    script = f'"{sys.executable}" -c "{program}" run walk.yaml --no-save | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.strip() in ("0", "141")
    assert done.stderr == ""
