"""Values for tables: from files, in pipelines, on the command line, in the run folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddsmith.cli.program import program
from oddsmith.run.binding import binding, bound_files
from oddsmith.run.pipeline import plan_of
from oddsmith.source import SpecError

SPEC = """
game: loaded
tables: {face: {index: 1..3, bind: weights, default: 1/3, on_zero: uniform}}
variables: {x: 0..3}
commands:
  - when: x = 0
    draw: {f: {table: face}}
    then: {x: f}
questions: {three: "P=? [F x = 3]"}
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loaded.yaml").write_text(SPEC)
    (tmp_path / "even.csv").write_text("0.5,0.25,0.25\n")
    (tmp_path / "zero.yaml").write_text("[0, 0, 0]\n")
    (tmp_path / "short.csv").write_text("0.5,0.5\n")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(program, ["run", *arguments], prog_name="pipeline")


@pytest.mark.parametrize(("file", "answer"), [("even.csv", "1/4"), ("zero.yaml", "1/3")])
def test_the_command_line_binds(file: str, answer: str) -> None:
    assert f"= {answer}" in call("loaded.yaml", "--bind", f"face={file}", "--no-save").stdout


@pytest.mark.parametrize("written", ["even.csv", "[0.5, 1/4, 1/4]"])
def test_a_pipeline_binds_files_and_values(tmp_path: Path, written: str) -> None:
    (tmp_path / "run.yaml").write_text(f"pipeline: bound\nspec: loaded.yaml\nbind: {{face: {written}}}\n")
    assert "= 1/4" in call("run.yaml", "--no-save").stdout
    assert "= 1/3" in call("run.yaml", "--bind", "face=zero.yaml", "--no-save").stdout


def test_a_kept_run_can_be_repeated(tmp_path: Path) -> None:
    assert call("loaded.yaml", "--bind", "face=even.csv", "--out", "kept").exit_code == 0
    (tmp_path / "even.csv").unlink()
    assert plan_of(tmp_path / "kept" / "pipeline.yaml").bindings[0].source.text == "0.5,0.25,0.25\n"
    assert "= 1/4" in call("kept/pipeline.yaml", "--no-save").stdout


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        ("face=short.csv", 2, "short.csv:1:1: error E722: 1 of 3 values for `face` are missing"),
        ("fase=even.csv", 2, "error E721: there is no table `fase`"),
        ("face=even.txt", 2, "error E721: `even.txt` is no file of values"),
        ("face=nowhere.csv", 3, "error E101: there is no file `nowhere.csv`"),
    ],
)
def test_mistakes_are_told_without_a_traceback(given: str, code: int, message: str) -> None:
    result = call("loaded.yaml", "--bind", given, "--no-save")
    assert (result.exit_code, message in result.stderr) == (code, True)


def test_the_form_of_a_file_is_told_by_its_name(tmp_path: Path) -> None:
    assert binding("face", Path("even.csv")).form == "csv"
    assert bound_files([binding("face", Path("zero.yaml"))]) == {"bound/face.yaml": "[0, 0, 0]\n"}
    with pytest.raises(SpecError, match=r"ends in \.csv"):
        binding("face", tmp_path / "values")
