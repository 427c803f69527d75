"""Models of other languages are run as they are, and their mistakes are told where they were made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import oddsmith as od
from oddsmith.cli.program import program

WALK = """\
dtmc
const int N;

module walk
  x : [0..N];
  [go] x < 9 ->
      p : (x'=x+1)
    + 1-p : (x'=0);
endmodule
const double p = 1/2;
label "end" = x = N;
rewards "hops" [go] true : 1; endrewards
"""
ASKED = '"far": P=? [ F<=3 "end" ];\nR{"hops"}=? [ F "end" ];\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walk.prism").write_text(WALK.replace("x < 9", "x < N"))
    (tmp_path / "walk.props").write_text(ASKED)
    return tmp_path


def call(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(program, list(arguments), prog_name="pipeline")
    return result.exit_code, result.stdout, result.stderr


def answers(*arguments: str) -> dict[str, float]:
    code, text, said = call("run", *arguments, "--json", "--no-save")
    assert code == 0, said
    return {answer["name"]: answer["value"] for answer in json.loads(text)["answers"]}


def test_a_model_is_run_with_the_properties_beside_it() -> None:
    assert answers("walk.prism", "--set", "N=2") == {"far": 3 / 8, "q1": 6}
    assert answers("walk.prism", "--set", "N=2", "--set", "p=3/4", "--question", "far") == {"far": 45 / 64}


def test_other_properties_and_questions_may_be_named(folder: Path) -> None:
    (folder / "other.props").write_text("Pmax=? [ F x=1 ];\nS=? [ x=1 ]")
    assert answers("walk.prism", "--set", "N=2", "--properties", "other.props", "--partial") == {"q1": 1}
    assert answers("walk.prism", "--set", "N=2", "--properties", "other.props", "--ask", "P=? [X x=1]") == {"ask1": 0.5}
    code, _, said = call("run", "walk.prism", "--set", "N=2", "--properties", "other.props")
    assert (code, "other.props:2:1: error E802: `S` has no translation" in said) == (3, True)


def test_a_pipeline_may_name_both(folder: Path) -> None:
    (folder / "far.yaml").write_text("pipeline: far\nspec: walk.prism\nproperties: walk.props\nset: {N: 2}\n")
    assert answers("far.yaml") == {"far": 3 / 8, "q1": 6}


@pytest.mark.parametrize(
    ("change", "place", "code", "line"),
    [
        (("x < N", "x < 9"), "walk.prism:6:3", "E602", "[go] x < 9 ->"),
        (("1-p", "p/2"), "walk.prism:7:7", "E402", "p : (x'=x+1)"),
        (("const int N;", "const int N = 0/0;"), "walk.prism:2:11", "E306", "const int N = 0/0;"),
        (("[0..N]", "[3..N]"), "walk.prism:5:3", "E305", "x : [3..N];"),
        (("x = N", "x + N"), "walk.prism:11:15", "E302", 'label "end" = x + N;'),
        (("true : 1", "true : 1/0"), "walk.prism:12:16", "E605", "rewards"),
    ],
)
def test_mistakes_are_told_where_they_were_made(
    change: tuple[str, str], place: str, code: str, line: str, folder: Path
) -> None:
    text = (folder / "walk.prism").read_text().replace(*change)
    (folder / "walk.prism").write_text(text)
    setting = () if change[0] == "const int N;" else ("--set", "N=2")
    status, _, said = call("run", "walk.prism", *setting, "--no-save")
    assert status == 3
    assert f"{place}: error {code}: " in said
    assert line in said
    assert ".yaml" not in said


def test_constants_that_have_to_be_set_are_asked_for_at_their_place() -> None:
    code, _, said = call("check", "walk.prism")
    assert (code, "walk.prism:2:11: error E309: the constant `N` has no value" in said) == (3, True)
    assert call("check", "walk.prism", "--set", "M=2")[0] == 2


def test_places_are_told_to_programs_too() -> None:
    code, text, _ = call("check", "walk.prism", "--json")
    (found,) = json.loads(text)["checked"][0]["errors"]
    assert (code, found["file"], found["line"], found["column"]) == (3, "walk.prism", 2, 11)


def test_every_command_takes_a_model(folder: Path) -> None:
    given = ("walk.prism", "--set", "N=2")
    assert "fine (chain" in call("check", *given)[1]
    assert "0 of 0 as expected" in call("test", *given)[1]
    assert "3 states" in call("estimate", *given)[1]
    assert "overlap" not in call("show", *given, "--after", "yaml")[1]
    assert '"type": "dtmc"' in call("export", *given, "--to", "jani")[1]
    assert "3/8" in call("compare", *given, "--solvers", "exact")[1]
    assert od.load(folder / "walk.prism", N=2).ask("P=? [X x = 1]").value == 0.5


def test_a_run_keeps_its_translation(folder: Path) -> None:
    assert call("run", "walk.prism", "--set", "N=2", "--out", "kept")[0] == 0
    assert (folder / "kept/spec/walk.yaml").read_text().startswith("# walk.prism, which was written in")
    assert answers("kept/pipeline.yaml") == {"far": 3 / 8, "q1": 6}


def test_a_spec_has_its_own_questions(folder: Path) -> None:
    (folder / "game.yaml").write_text("game: g\nvariables: {x: 0..1}\nquestions: {a: 'P=? [F x = 1]'}\n")
    code, _, said = call("run", "game.yaml", "--properties", "walk.props")
    assert (code, "E711" in said) == (2, True)


def test_sweeps_take_models(folder: Path) -> None:
    sweep = "pipeline: sweep\nstages: {one: {spec: walk.prism, matrix: {set: [{N: 2}, {N: 3}]}}}\n"
    (folder / "sweep.yaml").write_text(sweep)
    code, text, said = call("run", "sweep.yaml", "--no-save")
    assert (code, "E1" in said) == (0, False), said + text
