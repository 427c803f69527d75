"""Games in JANI: every small spec, exported, has the same states and answers in Storm."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

from contracts.storm_jani import ask_storm_about_jani
from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.process.process import Process
from oddsmith.solve.answer import Answer
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.source import SpecError
from oddsmith.space.explore import explore
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.exporters.jani import Jani

SPECS = Path(__file__).parents[3] / "specs"
SMALL = {
    "another-game": {},
    "combat-dice": {"k": "2"},
    "gambler": {},
    "goose-bloemen": {},
    "ruin": {},
    "ruin-modules": {},
    "yahtzee-dice": {"N": "2"},
    "snakes-and-ladders": {"N": "1"},
}


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def answers(process: Process, installed: Registry) -> tuple[int, list[Answer]]:
    space, _ = explore(process, conditions_of(process.questions), installed.all_of("kernel"), Context())
    solvers: tuple[Solver, ...] = installed.all_of("solver")

    def choose(problem: Problem) -> Solver:
        return min((s for s in solvers if not s.missing(problem)), key=lambda solver: solver.cost(problem))

    return space.size, answer_all(space, process.questions, choose, Context())


def compare(process: Process, installed: Registry, folder: Path) -> int:
    """How many answers were compared."""
    pytest.importorskip("stormpy", reason="stormpy, which the extra `test` installs, cannot be imported")
    path = folder / "model.jani"
    path.write_text(Jani().translate(process, Context()).files[0][1])
    states, found = answers(process, installed)
    theirs = ask_storm_about_jani(path)
    assert states == theirs.states
    compared = 0
    for answer in found:
        wanted = theirs.answers.get(answer.question.name)
        if wanted is None:
            continue
        compared += 1
        if wanted == math.inf:
            assert answer.upper == math.inf
        else:
            width = Fraction(1, 10**5) * max(1, abs(Fraction(wanted)))
            assert Fraction(answer.lower) - width <= wanted <= Fraction(answer.upper) + width, answer.question
    assert compared == len(theirs.answers) > 0
    return compared


@pytest.mark.parametrize("name", SMALL)
def test_storm_gives_our_answers_to_the_specs(name: str, installed: Registry, tmp_path: Path) -> None:
    compare(lower(load_spec(SPECS / f"{name}.yaml", SMALL[name])), installed, tmp_path)


EVERYTHING = """\
game: everything
type: mdp
functions: {far(a): if a > 2 then abs(a - 5) // 2 else a % 2}
tables: {prize: [5, 1, 3, 2, 2]}
variables:
  phase: {values: [wait, roll, done], init: wait}
  pos: {array: 1..2, range: 0..5, init: 1}
  lucky: bool
commands:
  - action: begin
    when: phase = wait
    choose: {k: 1..2}
    then: {phase: roll, "pos[k]": 2}
  - action: roll
    when: phase = roll and max(pos[1], pos[2]) < 5 and (lucky => pos[1] != 3)
    draw: {a: {1: 1/4, 0: 3/4}, b: 1..2}
    then: {"pos[b]": "min(5, pos[b] + a + far(pos[b]))", lucky: not lucky}
  - action: stop
    when: phase = roll
    then: {phase: done}
labels: {over: phase = done, high: "pos[1] >= 4"}
rewards:
  rolls: [{action: roll, gain: 1}]
  value: [{when: phase = roll, gain: "prize[pos[1]]"}]
  growth: [{action: roll, gain: "next(pos[1]) - pos[1]"}]
questions:
  high: "Pmax=? [F high]"
  soon: "Pmax=? [F<=4 high]"
  until: "Pmax=? [lucky or pos[1] < 3 U<=5 pos[2] = 3]"
  never: "Pmin=? [G not high]"
  long: "Rmax{rolls}=? [F over]"
  worth: "Rmin{value}=? [F over]"
  grown: "Rmax{growth}=? [C<=4]"
  likely: "Pmax>=1/8 [F high]"
  next: "Pmax=? [X lucky]"
"""


def test_arrays_functions_tables_choices_draws_and_rewards(installed: Registry, tmp_path: Path) -> None:
    process = lower(load_text(EVERYTHING))
    assert compare(process, installed, tmp_path) == 7


def test_what_jani_cannot_ask_is_said(installed: Registry) -> None:
    export = Jani().translate(lower(load_text(EVERYTHING)), Context())
    assert "question next is left out of the properties: JANI has no `X`" in export.remarks
    assert "reward growth depends on where a move leads: its expectation is gained instead" in export.remarks


def test_the_document_is_plain_json() -> None:
    process = lower(load_spec(SPECS / "gambler.yaml"))
    ((suffix, text),) = Jani().translate(process, Context()).files
    document = json.loads(text)
    assert suffix == ".jani"
    assert (document["jani-version"], document["type"]) == (1, "mdp")
    assert [edge["action"] for edge in document["automata"][0]["edges"]] == ["bet1", "bet2", "stop"]
    assert max(len(line) for line in text.split("\n")) <= 120


def test_games_of_several_players_are_refused() -> None:
    text = "game: g\ntype: game\nplayers: [a, b]\nvariables: {x: 0..1}\ncommands: [{player: a, then: {x: 1}}]"
    with pytest.raises(SpecError, match="a game cannot be said in JANI"):
        Jani().translate(lower(load_text(text)), Context())


def test_what_has_no_words_is_refused_with_its_place() -> None:
    text = "game: g\nvariables: {x: 1..9}\ncommands: [{then: {x: 'gcd(x, 6)'}}]"
    with pytest.raises(SpecError, match=r"`gcd.….` cannot be said in JANI") as error:
        Jani().translate(lower(load_text(text)), Context())
    assert error.value.diagnostics[0].span is not None
