"""Several values for the tables of a game, explored once: the answers are those of a fresh run with each solver."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddsmith.cli.program import program

CHAIN = """
game: walk
tables: {up: {index: 1..3, bind: probabilities, default: 1/2}}
variables: {f: {range: 0..4, init: 2}}
commands:
  - when: 0 < f < 4
    then:
      - up[f]: {f: f + 1}
      - 1 - up[f]: {f: f - 1}
questions: {win: "P=? [F f = 4]", length: "R{steps}=? [F f = 0 or f = 4]"}
"""
MDP = """
game: bets
type: mdp
tables: {up: {index: [1..2, 0..1], bind: counts, default: 1}}
variables: {f: {range: 0..4, init: 2}}
commands:
  - action: bet
    choose: {k: 1..2}
    when: 0 < f < 4
    draw: {u: {table: up, row: k}}
    then: {f: min(4, max(0, f + (2 * u - 1) * k))}
questions: {win: "Pmax=? [F f = 4]", lose: "Pmin=? [F f = 0]"}
"""
VALUES = {CHAIN: ("[0.2, 0.4, 0.9]", "[1, 1, 1]", "[0, 0.5, 1]"), MDP: ("[[1, 3], [2, 1]]", "[[0, 1], [1, 0]]")}


def call(*arguments: str) -> Result:
    return CliRunner().invoke(program, list(arguments), prog_name="pipeline")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


CASES = [(CHAIN, "exact"), (CHAIN, "direct"), (CHAIN, "interval-iteration")]
CASES += [(MDP, "exact"), (MDP, "interval-iteration"), (MDP, "policy-iteration")]


@pytest.mark.parametrize(("text", "solver"), CASES)
def test_the_answers_are_those_of_fresh_runs(text: str, solver: str) -> None:
    Path("game.yaml").write_text(text)
    files = []
    for number, values in enumerate(VALUES[text]):
        files.append(f"values{number}.yaml")
        Path(files[-1]).write_text(values)
    together = json.loads(
        call("rebind", "game.yaml", *(f"up={file}" for file in files), "--solver", solver, "--json").stdout
    )
    for bound, file in zip(together["bound"], files, strict=True):
        alone = json.loads(
            call("run", "game.yaml", "--bind", f"up={file}", "--solver", solver, "--json", "--no-save").stdout
        )
        for one, other in zip(bound["answers"], alone["answers"], strict=True):
            assert one["exact"] == other["exact"]
            assert one["value"] == pytest.approx(other["value"], abs=1e-9)


def test_the_table_has_a_row_for_each_question_and_values() -> None:
    Path("game.yaml").write_text(CHAIN)
    Path("sure.csv").write_text("1,1,1\n")
    out = call("rebind", "game.yaml", "up=sure.csv").stdout
    assert "explored once" in out
    assert [line.split()[:2] for line in out.splitlines()[3:]] == [["win", "up=sure.csv"], ["length", "up=sure.csv"]]


def test_a_game_without_such_tables_is_refused() -> None:
    Path("game.yaml").write_text("game: still\nvariables: {x: bool}\nquestions: {x: 'P=? [F x]'}\n")
    result = call("rebind", "game.yaml")
    assert (result.exit_code, "E721" in result.stderr) == (2, True)
    assert call("rebind", "game.yaml", "nothing").exit_code == 2
