"""Games in the PRISM language: every spec, exported, has the same states and answers in Storm."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from contracts.storm import Verdict, ask_storm
from oddsmith.context import Context
from oddsmith.exchange.exporter import Export
from oddsmith.exchange.importer import ForeignText
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.process.process import Process
from oddsmith.solve.answer import Answer
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.source import Source, SpecError
from oddsmith.space.explore import explore
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.games import DUEL, GAMES
from oddsmith_plugins.exporters.prism import Prism
from oddsmith_plugins.importers.prism import Prism as Importer

SPECS = Path(__file__).parents[3] / "specs"
SMALL = {
    "another-game": {},
    "combat-dice": {"k": "2"},
    "gambler": {},
    "goose-bloemen": {},
    "goose-simple": {},
    "goose2": {},
    "ruin": {},
    "ruin-modules": {},
    "yahtzee": {"N": "3"},
    "yahtzee-dice": {"N": "2"},
    "yahtzee-turns": {"N": "3"},
    "ur": {},
    "snakes-and-ladders": {"N": "1"},
}


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def exported(text: str) -> tuple[Process, Export]:
    process = lower(load_text(text))
    return process, Prism().translate(process, Context())


def answers(process: Process, installed: Registry) -> tuple[int, int, list[Answer]]:
    targets = installed.all_of("kernel")
    space, _ = explore(process, conditions_of(process.questions), targets, Context())
    solvers: tuple[Solver, ...] = installed.all_of("solver")

    def choose(problem: Problem) -> Solver:
        fitting = [solver for solver in solvers if not solver.missing(problem)]
        return min(fitting, key=lambda solver: solver.cost(problem))

    return space.size, space.transitions.count, answer_all(space, process.questions, choose, Context())


def storm(export: Export, folder: Path, exact: bool) -> Verdict:
    pytest.importorskip("stormpy", reason="stormpy, which the extra `test` installs, cannot be imported")
    model, properties = (text for _, text in export.files)
    asked = dict(re.findall(r'^"(\w+)": (.*);$', properties, re.MULTILINE))
    return ask_storm(model, {name: text for name, text in asked.items() if "G<=" not in text}, folder, exact)


def compare(process: Process, export: Export, installed: Registry, folder: Path) -> None:
    states, transitions, found = answers(process, installed)
    exact = states < 1000
    theirs = storm(export, folder, exact)
    assert (states, transitions) == (theirs.states, theirs.transitions)
    compared = 0
    for answer in found:
        if answer.question.name in theirs.answers:
            wanted = theirs.answers[answer.question.name]
            compared += 1
            if isinstance(wanted, bool):
                assert answer.value is wanted, answer.question
            elif wanted == math.inf:
                assert answer.upper == math.inf
            else:
                width = Fraction(1, 10**8 if exact else 10**4) * max(1, abs(Fraction(wanted)))
                assert Fraction(answer.lower) - width <= wanted <= Fraction(answer.upper) + width, answer.question
    assert compared == len(theirs.answers) > 0


@pytest.mark.parametrize("name", SMALL)
def test_storm_gives_our_answers_to_the_specs(name: str, installed: Registry, tmp_path: Path) -> None:
    process = lower(load_spec(SPECS / f"{name}.yaml", SMALL[name]))
    compare(process, Prism().translate(process, Context()), installed, tmp_path)


@pytest.mark.parametrize("name", ["incan-gold", "incan-gold-logic"])
def test_the_same_with_fewer_cards(name: str, installed: Registry, tmp_path: Path) -> None:
    text = (SPECS / f"{name}.yaml").read_text()
    for old, new in (("1..12", "1..4"), ("1..5", "1..3"), ("31 -", "14 -")):
        text = text.replace(old, new)
    process, export = exported(text)
    compare(process, export, installed, tmp_path)


@pytest.mark.parametrize("text", GAMES)
def test_storm_gives_our_answers_to_small_games(text: str, installed: Registry, tmp_path: Path) -> None:
    process, export = exported(text)
    compare(process, export, installed, tmp_path)


FLAT = """\
game: everything
type: mdp
constants: {N: 3}
functions:
  near(a, b): abs(a - b) <= 1
  climb(s): if s in ladder then climb(ladder[s]) else s
  power(b, n): if n = 0 then 1 else b * power(b, n - 1)
tables: {ladder: {2: 4, 4: 6}, prize: [5, 1, 3]}
variables:
  phase: {values: [wait, roll, done], init: wait}
  pos: {array: 1..N, range: 0..6, init: 0}
  who: {range: 1..N, init: 1}
commands:
  - action: begin
    when: phase = wait
    choose: {k: 1..2}
    then: {phase: roll, who: k}
  - action: roll
    when: phase = roll and pos[who] < 5
    draw: {a: 1..2, b: {1: 1/4, 0: 3/4}}
    then:
      pos[who]: min(6, climb(pos[who] + a + b))
      phase: "if near(pos[1], pos[2]) then wait else done"
  - action: end
    when: phase = roll and pos[who] >= 5
    then: {phase: done}
labels:
  over: phase = done
  high[i in 1..N]: pos[i] >= power(2, 2)
rewards:
  paid: [{action: roll, gain: "prize[who]"}, {action: end, gain: 7}]
  moved: [{action: roll, gain: "next(pos[1]) - pos[1]"}]
questions:
  best: "Pmax=? [F high[1] and over]"
  paid: "R{paid}max=? [C<=6]"
  moved: "R{moved}max=? [C<=6]"
  steps: "R{steps}min=? [F over]"
  safe: "Pmin=? [not high[2] U over]"
  level: "Pmax>=0.5 [F high[2]]"
  soon: "Pmax=? [F[2,5] over]"
"""


def test_arrays_tables_functions_draws_choices_and_gains(installed: Registry, tmp_path: Path) -> None:
    process, export = exported(FLAT)
    compare(process, export, installed, tmp_path)
    assert any("reward moved depends on where a move leads" in remark for remark in export.remarks)
    assert '"level": !(P<1/2 [ F "high_2" ]);' in export.files[1][1]


COMPARED = """
game: compared
type: mdp
variables: {f: {range: 0..4, init: 2}}
commands:
  - {action: a, when: 0 < f < 4, then: [1/2: {f: f + 1}, 1/2: {f: f - 1}]}
  - {action: b, when: 0 < f < 4, then: [1/3: {f: f + 1}, 2/3: {f: f - 1}]}
labels: {won: f = 4, over: f = 0 or f = 4}
questions:
  never: "P<=0 [F won]"
  surely: "P>=1 [F over]"
  some: "Pmax>0.4 [F won]"
  worst: "Pmin<0.2 [F won]"
  long: "R{steps}<=4 [F over]"
  longest: "R{steps}max>=4 [F over]"
"""


def test_comparisons_keep_their_level(installed: Registry, tmp_path: Path) -> None:
    process, export = exported(COMPARED)
    lines = [line for line in export.files[1][1].splitlines() if line.startswith('"')]
    assert lines == [
        '"never": P<=0 [ F "won" ];',
        '"surely": P>=1 [ F "over" ];',
        '"some": !(P<=2/5 [ F "won" ]);',
        '"worst": !(P>=1/5 [ F "won" ]);',
        '"long": R{"steps"}<=4 [ F "over" ];',
        '"longest": !(R{"steps"}<4 [ F "over" ]);',
    ]
    assert not export.remarks
    compare(process, export, installed, tmp_path)


def test_what_players_enforce_keeps_its_level() -> None:
    game = DUEL.partition("questions:")[0]
    _, export = exported(
        game + 'questions:\n  good: "<<ann>> P>=0.5 [F over]"\n  worst: "<<ann>> Pmin>=0.5 [F over]"\n'
    )
    properties = export.files[1][1]
    assert '"good": <<ann>> P>=1/2 [ F "over" ];' in properties
    assert '"worst": !(<<ann>> P<1/2 [ F "over" ]);' in properties


def test_what_prism_cannot_ask_is_a_comment_and_a_remark() -> None:
    _, export = exported(
        GAMES[1].replace("questions:", "questions:\n  lengths: dist{steps} [F over]")
        + '  half: "smallest k with P [F<=k over] >= 1/2"\n  given: "P=? [F won] given [F over]"\n'
    )
    properties = export.files[1][1]
    assert "// lengths: dist{steps} [F over]\n// not asked here: PRISM has no distributions of rewards\n" in properties
    assert [remark.split()[1] for remark in export.remarks] == ["lengths", "half", "given"]
    assert '"win": P=? [ F "won" ];' in properties


def test_visits_are_counted_by_a_reward(installed: Registry, tmp_path: Path) -> None:
    process, export = exported(GAMES[1] + '  here: "visits=? [f = 2]"\n')
    assert 'rewards "visits_here"\n  f=2 : 1;\nendrewards' in export.files[0][1]
    compare(process, export, installed, tmp_path)


def test_players_are_told_apart_by_their_actions() -> None:
    _, export = exported(
        "game: nim\ntype: game\nplayers: [ann, bob]\nvariables: {left: {range: 0..5, init: 5}, turn: 1..2}\n"
        "commands:\n"
        "  - {action: take, player: ann, choose: {k: 1..2}, when: turn = 1 and k <= left, "
        "then: {left: left - k, turn: 2}}\n"
        "  - {action: take, player: bob, when: turn = 2 and left > 0, then: {left: left - 1, turn: 1}}\n"
        'questions: {ann: "<<ann>> Pmax=? [F left = 0 and turn = 2]"}\n'
    )
    model, properties = (text for _, text in export.files)
    assert "smg\n\nplayer ann\n  [take], [stop]\nendplayer\n\nplayer bob\n  [take_2]\nendplayer\n" in model
    assert '"ann": <<ann>> Pmax=? [ F (left=0 & turn=2) ];' in properties
    again = Importer().read(ForeignText(Source("nim.prism", model), Source("nim.props", properties)), Context())
    assert "players:\n  ann: {actions: [take, stop]}\n  bob: {actions: [take_2]}" in again.text


def test_a_function_without_an_end_in_sight_is_refused() -> None:
    with pytest.raises(SpecError, match=r"E811: `gcd\(…\)` cannot be said in the PRISM language"):
        exported(
            "game: g\nvariables: {x: 0..9, y: 0..9}\n"
            "commands: [{when: 'gcd(x, y) < 2 and x < 9', then: {x: x + 1}}]\nquestions: {q: 'P=? [F x = 9]'}\n"
        )


def test_words_of_prism_are_no_names() -> None:
    _, export = exported(
        "game: module\nvariables: {C: 0..2, init: bool}\ncommands: [{action: label, when: C < 2, then: {C: C + 1}}]\n"
        "labels: {deadlock: C = 2}\nquestions: {P: 'P=? [F deadlock]'}\n"
    )
    model = export.files[0][1]
    assert "module module_2\n  C_2 : [0..2] init 0;\n  init_2 : bool init false;\n\n  [label_2] C_2<2" in model
    assert 'label "deadlock_2" = C_2=2;' in model


@pytest.mark.parametrize("name", ["gambler", "ruin", "yahtzee", "another-game"])
def test_what_is_exported_can_be_imported(name: str, installed: Registry) -> None:
    process = lower(load_spec(SPECS / f"{name}.yaml", SMALL[name]))
    model, properties = (text for _, text in Prism().translate(process, Context()).files)
    foreign = ForeignText(Source(f"{name}.prism", model), Source(f"{name}.props", properties))
    again = lower(load_text(Importer().read(foreign, Context()).text))
    states, _, ours = answers(process, installed)
    states_again, _, theirs = answers(again, installed)
    assert states == states_again
    known = {answer.question.name: answer for answer in ours}
    for answer in theirs:
        own = known[answer.question.name]
        assert answer.lower <= own.upper * (1 + 1e-8) + 1e-300
        assert own.lower <= answer.upper * (1 + 1e-8) + 1e-300


def test_where_a_game_ends_its_rewards_go_on(installed: Registry, tmp_path: Path) -> None:
    """Storm forgets the rewards of states without commands, so there are none."""
    process, export = exported(
        "game: end\nvariables: {x: 0..2}\ncommands: [{when: x < 2, then: {x: x + 1}}]\n"
        "rewards: {height: x, nothing: 0}\nquestions: {later: 'R{height}=? [I=7]', all: 'R{height}=? [C<=9]', "
        "none: 'R{nothing}=? [C]', for_ever: 'visits=? [x = 2]'}\n"
    )
    assert "  [stop] x>=2 -> true;\n" in export.files[0][1]
    compare(process, export, installed, tmp_path)
