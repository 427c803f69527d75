"""Strategies in the words of the spec: exact, or pruned with what that loses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

SPECS = Path(__file__).parents[3] / "specs"
SKIP = """\
game: skip
type: mdp
variables: {n: {range: 0..20, init: 7}, done: {type: bool, init: false}}
commands:
  - action: roll
    when: not done and n < 20
    then:
      - 1/3: {n: "min(n + 4, 20)"}
      - 2/3: {n: "n // 2"}
  - {action: stop, when: not done, then: {done: true}}
labels: {over: done}
rewards: {points: [{action: stop, gain: n}]}
questions: {best: {ask: "Rmax{points}=? [F over]"}}
"""


def explain(*arguments):
    result = CliRunner().invoke(program, ["explain", *map(str, arguments), "--json", "-q"])
    return json.loads(result.stdout), result.exit_code


@pytest.fixture
def skip(tmp_path):
    (tmp_path / "skip.yaml").write_text(SKIP)
    return tmp_path / "skip.yaml"


def test_incan_gold_comes_out_as_thresholds():
    found, code = explain(SPECS / "incan-gold.yaml", "best", "--reduce", "symmetry")
    assert code == 0
    assert found["exact"]
    assert found["decisions"] == 165_887
    assert "found()" in found["features"]
    leaving = [rule["when"] for rule in found["rules"] if rule["do"] == "leave" and rule["when"]]
    assert [when.partition("found() >= ")[2] for when in leaving] == ["129", "43", "26", "19", "15", "12"]
    assert found["check"]["attains"]


def test_combat_dice_keeps_the_majority_of_threes():
    found, _ = explain(SPECS / "combat-dice.yaml", "at_least")
    assert found["exact"]
    assert found["decisions"] == 432
    head, low, middle, high = found["text"]
    threes, pips = "count(j in 1..3: die.face[j] = 3)", "count(j in 1..3: die.face[j] = -3)"
    assert head == "reroll, for every i in 1..3:"
    assert low.split() == f"die.face[i] = -3 change die.face[i] if {threes} >= {pips}, else keep die.face[i]".split()
    assert middle.split() == ["-2", "<=", "die.face[i]", "<=", "2", "change", "die.face[i]"]
    assert high.split() == f"die.face[i] = 3 keep die.face[i] if {threes} >= {pips}, else change die.face[i]".split()
    assert found["rules"] is None


def test_an_explanation_written_as_rules_is_worth_the_same(skip, tmp_path):
    found, code = explain(skip, "-o", tmp_path / "rules.yaml")
    assert (code, found["exact"]) == (0, True)
    arguments = ["run", str(skip), "--strategy", str(tmp_path / "rules.yaml"), "--no-save", "--json", "-q"]
    answer = json.loads(CliRunner().invoke(program, arguments).stdout)["answers"][0]
    assert answer["value"] == pytest.approx(found["check"]["value"])


def test_a_pruned_explanation_says_what_it_loses(skip):
    exact, _ = explain(skip)
    pruned, code = explain(skip, "--prune", 1)
    assert code == 0
    assert pruned["cases"] == 1
    if exact["cases"] > 1:
        assert not pruned["exact"]
        assert pruned["loss"] > 0
        assert pruned["wrong"] > 0


def test_the_text_says_whether_it_is_exact(skip):
    result = CliRunner().invoke(program, ["explain", str(skip), "-q"])
    assert "exact: agrees with an optimal choice in all" in result.stdout
    assert "strategy attains" in result.stdout


def test_steps_count_where_they_matter(skip):
    found, _ = explain(skip, "Pmax=? [F<=6 n = 20]")
    assert found["exact"]
    assert found["check"]["attains"]


def test_several_questions_need_a_name():
    document, code = explain(SPECS / "gambler.yaml")
    assert (code, document["errors"][0]["code"]) == (2, "E704")
