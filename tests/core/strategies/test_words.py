"""Choices in the words of the spec, also where those with the same effect were stored once."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program

COINS = """\
game: coins
type: mdp
variables:
  up: {array: 1..4, range: 0..2, init: 0}
  t: {range: 0..6, init: 0}
commands:
  - action: toss
    when: t < 6 and up[k] < 2
    choose: {k: 1..4}
    then:
      - 1/2: {"up[k]": "up[k] + 1", t: t + 1}
      - 1/2: {"up[k]": 0, t: t + 1}
labels: {many: "count(i in 1..4: up[i] > 0) >= 3"}
questions:
  three: {ask: "Pmax=? [F many]"}
"""


def run(*arguments):
    return json.loads(CliRunner().invoke(program, [*map(str, arguments), "--json", "-q"]).stdout)


@pytest.mark.parametrize("reductions", [(), ("--reduce", "symmetry")])
@pytest.mark.parametrize("form", ["json", "csv"])
def test_chosen_values_are_told_and_found_again(reductions, form, tmp_path):
    spec, file = tmp_path / "coins.yaml", tmp_path / f"three.{form}"
    spec.write_text(COINS)
    run("strategy", spec, "three", "-o", file, *reductions)
    assert "toss k=1" in file.read_text()
    followed = run("run", spec, "--strategy", file, "--no-save", *reductions)
    assert followed["answers"][0]["value"] == pytest.approx(21 / 32)


def test_what_does_not_matter_any_more_is_marked(tmp_path):
    spec = tmp_path / "coins.yaml"
    spec.write_text(COINS)
    lines = json.loads(run("strategy", spec, "three", "--to", "json")["text"])["lines"]
    over = [line for line in lines if sum(up > 0 for up in line["state"][:4]) >= 3]
    assert over
    assert all(line["free"] and len(line["ties"]) >= 1 for line in over)
    assert not any(line.get("free") for line in lines if line not in over)
