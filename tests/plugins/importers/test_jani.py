"""Models in JANI: the spec reads like one, and its answers are those that Storm gives for the model."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from contracts.storm_jani import ask_storm_about_jani
from oddsmith.context import Context
from oddsmith.exchange.importer import ForeignText, Imported
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.run.exchange import foreign_text, imported
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.source import Source, SpecError
from oddsmith.space.explore import explore
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.exporters.jani import Jani as Exporter
from oddsmith_plugins.importers.jani import Jani

MODELS = Path(__file__).parent / "jani"
SPECS = Path(__file__).parents[3] / "specs"
Document = dict[str, Any]


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def read(model: Document | str, partial: bool = False, **constants: str) -> Imported:
    text = model if isinstance(model, str) else json.dumps(model, ensure_ascii=False, indent=1)
    foreign = ForeignText(Source("model.jani", text), None, partial, tuple(constants.items()))
    return imported(Jani(), foreign, Context())


def refused(model: Document | str) -> str:
    """`code line message` of the complaint."""
    with pytest.raises(SpecError) as error:
        read(model)
    found = error.value.diagnostics[0]
    line = found.span.place.split(":")[1] if found.span else ""
    return f"{found.code} {line} {found.message}"


def answers(text: str, installed: Registry, **constants: str) -> tuple[int, dict[str, Fraction | float | bool]]:
    """States, and answers in fractions."""
    process = lower(load_text(text, overrides=constants))
    target = installed.make("kernel", "reference", {})
    space, _ = explore(process, conditions_of(process.questions), (target,), Context(), exact=True)
    solvers: tuple[Solver, ...] = sorted(installed.all_of("solver"), key=lambda solver: solver.name != "exact")

    def choose(problem: Problem) -> Solver:
        return next(solver for solver in solvers if not solver.missing(problem))

    found = answer_all(space, process.questions, choose, Context())
    return space.size, {a.question.name: a.value if a.exact is None else a.exact for a in found}


def written_out(document: Document) -> Document:
    """The model with a copy of its own for every use of an automaton: Storm mixes up the variables of several uses."""
    automata = {automaton["name"]: automaton for automaton in document["automata"]}
    found = []
    for place, element in enumerate(document["system"]["elements"]):
        found.append({**automata[element["automaton"]], "name": f"{element['automaton']}{place}"})
    elements = [{"automaton": automaton["name"]} for automaton in found]
    return {**document, "automata": found, "system": {**document["system"], "elements": elements}}


@pytest.mark.parametrize(
    ("model", "constants"), [("clients", "N=2"), ("clients", "N=3"), ("operators", ""), ("parcels", "")]
)
def test_answers_are_those_of_storm(model: str, constants: str, installed: Registry, tmp_path: Path) -> None:
    pytest.importorskip("stormpy", reason="stormpy, which the extra `test` installs, cannot be imported")
    path = MODELS / f"{model}.jani"
    given = dict(pair.split("=") for pair in constants.split(",") if pair)
    spec = imported(Jani(), foreign_text(path, None), Context()).text
    states, ours = answers(spec, installed, **given)
    document = json.loads(path.read_text())
    storm_path = tmp_path / "model.jani"
    storm_path.write_text(json.dumps(written_out(document), ensure_ascii=False))
    storm = ask_storm_about_jani(storm_path, constants)
    assert states == storm.states
    for name, value in storm.answers.items():
        assert float(ours[name.replace(" ", "_")]) == pytest.approx(float(value), rel=1e-5), name
    assert len(storm.answers) == len(ours) > 3


SMALL = """{
  "jani-version": 1, "name": "small", "type": "mdp",
  "actions": [{"name": "go"}, {"name": "stay"}],
  "variables": [{"name": "x", "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 3},
    "initial-value": 0}],
  "properties": [{"name": "far", "expression": {"op": "filter", "fun": "max", "states": {"op": "initial"},
    "values": {"op": "Pmax", "exp": {"op": "F", "exp": {"op": "=", "left": "x", "right": 3}}}}}],
  "automata": [{"name": "walk",
    "locations": [{"name": "here"}, {"name": "there"}], "initial-locations": ["there"],
    "edges": [
      {"location": "here", "action": "go", "guard": {"exp": {"op": "<", "left": "x", "right": 3}},
       "destinations": [{"location": "there", "probability": {"exp": 0.5}, "assignments": [
         {"ref": "x", "value": {"op": "+", "left": "x", "right": 1}}]},
        {"location": "here", "probability": {"exp": 0.5}}]},
      {"location": "there", "action": "stay", "destinations": [{"location": "here"}]}
    ]}],
  "system": {"elements": [{"automaton": "walk"}]}
}
"""


def changed(**entries: object) -> Document:
    return {**json.loads(SMALL), **entries}


def test_the_spec_is_written_for_people() -> None:
    found = read(SMALL)
    assert found.remarks == ()
    assert (
        found.text
        == """\
# model.jani, which was written in JANI.
game: model
type: mdp
variables:
  x: 0..3
modules:
  walk:
    variables:
      location: {values: [here, there], init: there}
    commands:
      - action: go
        when: location = here and x < 3
        then:
          - 0.5: {location: there, x: x + 1}
          - 0.5: {}
      - action: stay
        when: location = there
        then: {location: here}
questions:
  far: Pmax=? [F x = 3]
"""
    )


@pytest.mark.parametrize("name", ["gambler", "ruin", "another-game", "combat-dice", "ruin-modules"])
def test_a_spec_comes_back_with_its_answers(name: str, installed: Registry) -> None:
    overrides = {"k": "1"} if name == "combat-dice" else {}
    process = lower(load_spec(SPECS / f"{name}.yaml", overrides))
    there = Exporter().translate(process, Context()).files[0][1]
    states, back = answers(read(there).text, installed)
    text = (SPECS / f"{name}.yaml").read_text()
    wanted_states, wanted = answers(text, installed, **overrides)
    assert states == wanted_states
    assert len(back) >= 2
    assert back == {question: wanted[question] for question in back}


EXPECTED = {"op": "Emax", "exp": "x", "accumulate": ["steps"], "reach": True}


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"type": "ctmc"}, "E802 4 a model of the type `ctmc` has no translation"),
        ({"type": "pta"}, "E802 4 a model of the type `pta` has no translation"),
        ({"jani-version": 2}, "E802 2 version 2 of JANI has no translation"),
        ({"features": ["x-magic"]}, "the feature `x-magic` has no translation"),
        ({"oracle": 1}, "`oracle` in the model has no translation"),
        ({"variables": [{"name": "x", "type": "clock"}]}, "the variable `x` of the type `clock` has no translation"),
        ({"variables": [{"name": "x", "type": "real", "initial-value": 0}]}, "of the type `real` has no translation"),
        ({"variables": [{"name": "x", "type": "bool"}]}, "`x` has no first value: any is possible"),
        ({"variables": []}, "E803 "),
        (
            {"variables": [{"name": "x", "type": {"kind": "array", "base": "bool"}, "initial-value": {"op": "av"}}]},
            "the array `x` without cells has no translation",
        ),
        (
            {"restrict-initial": {"exp": {"op": "<", "left": "x", "right": 2}}},
            "`restrict-initial` (restrict-initial) has",
        ),
        ({"restrict-initial": {"exp": {"op": "=", "left": "x", "right": 2}}}, "contradicts the first value of `x`"),
        (
            {"constants": [{"name": "c", "type": "int", "value": {"op": "sin", "exp": 1}}]},
            "the operator `sin` (constants[0].value)",
        ),
        (
            {"constants": [{"name": "c", "type": "real", "value": {"constant": "π"}}]},
            "the constant `π` has no translation",
        ),
        ({"constants": [{"name": "c", "type": "int", "value": "d"}]}, "there is no constant or variable `d` here"),
        (
            {"system": {"elements": [{"automaton": "walk", "input-enable": ["go"]}]}},
            "`input-enable` has no translation",
        ),
        ({"system": {"elements": [{"automaton": "run"}]}}, "there is no automaton `run`"),
        (
            {"system": {"elements": [{"automaton": "walk"}], "syncs": [{"synchronise": ["go", "go"]}]}},
            "this vector has 2 places, and there are 1 automata",
        ),
        ({"automata": []}, "there is no automaton `walk`"),
    ],
)
def test_what_has_no_translation_is_refused_with_its_place(entries: Document, message: str) -> None:
    assert message in refused(changed(**entries))


def test_first_states_and_ends_can_be_asked_for(installed: Registry) -> None:
    ends = {"op": "Pmax", "exp": {"op": "F", "exp": {"op": "deadlock"}}}
    back = {
        "op": "Pmax",
        "exp": {"op": "F", "exp": {"op": "∧", "left": {"op": "initial"}, "right": {"op": "deadlock"}}},
    }
    found = read(changed(properties=[{"name": "ends", "expression": ends}, {"name": "back", "expression": back}]))
    assert answers(found.text, installed)[1] == {"ends": 1, "back": 0}


def test_values_that_an_edge_gives_wherever_it_leads(installed: Registry) -> None:
    """As Storm writes them; functions may have no arguments."""
    model = changed()
    model["variables"].append({"name": "paid", "type": "real", "transient": True, "initial-value": 0})
    model["functions"] = [{"name": "fee", "type": "int", "parameters": [], "body": 2}]
    model["features"] = ["functions"]
    edges = model["automata"][0]["edges"]
    edges[0]["assignments"] = [{"ref": "paid", "value": {"op": "call", "function": "fee", "args": []}}]
    goal = {"op": "=", "left": "x", "right": 3}
    paid = {"op": "Emax", "exp": "paid", "accumulate": ["steps"], "reach": goal}
    model["properties"] = [{"name": "paid", "expression": paid}]
    assert answers(read(model).text, installed)[1] == {"paid": 12}
    edges[0]["assignments"][0]["ref"] = "x"
    assert "only transient variables are given values here" in refused(model)


CELL = {"op": "aa", "exp": "cells", "index": "x"}


@pytest.mark.parametrize(
    "later",
    [
        {"ref": "x", "value": CELL, "index": 1},
        {"ref": {"op": "aa", "exp": "cells", "index": 0}, "value": 1, "index": 1},
    ],
)
def test_a_cell_that_could_be_an_earlier_one_is_refused(later: Document) -> None:
    model = changed()
    cells = {"kind": "array", "base": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 1}}
    filled = {"op": "ac", "length": 4, "var": "k", "exp": 0}
    model["variables"].append({"name": "cells", "type": cells, "initial-value": filled})
    model["features"] = ["arrays"]
    edge = model["automata"][0]["edges"][0]
    edge["destinations"] = [{"location": edge["location"], "assignments": [{"ref": CELL, "value": 1}, later]}]
    assert "an assignment that uses `cells` behind one of a lower index to a cell of it has no" in refused(model)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"op": "Smax", "exp": "x"}, "the property `Smax`"),
        ({"op": "Pmax", "exp": {"op": "W", "left": True, "right": True}}, "the path `W`"),
        ({"op": "Pmax", "exp": {"op": "F", "exp": {"op": "F", "exp": True}}}, "`F` inside of a formula"),
        (
            {"op": "Pmax", "exp": {"op": "F", "exp": True, "time-bounds": {"upper": 3}}},
            "`time-bounds` in properties[0]",
        ),
        ({"op": "Pmax", "exp": {"op": "F", "exp": True, "reward-bounds": []}}, "`reward-bounds` in properties[0]"),
        ({**EXPECTED, "accumulate": ["time"]}, "accumulating by `time` has no translation"),
        ({**EXPECTED, "step-instant": 3}, "a reward up to a goal within a number of steps"),
        ({"op": "+", "left": EXPECTED, "right": 1}, "the property `+`"),
    ],
)
def test_properties_without_translation_are_errors_or_left_out(asked: Document, message: str) -> None:
    expression = {"op": "filter", "fun": "max", "values": asked, "states": {"op": "initial"}}
    model = changed(properties=[{"name": "strange", "expression": expression}])
    assert refused(model).startswith("E802 ")
    assert message in refused(model)
    found = read(model, partial=True)
    assert "questions" not in found.text
    assert found.remarks[0].startswith("the property strange is left out: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "E801 1 a value is missing before the end of the text"),
        ("{", "E801 1 a name in quotes is missing in an object"),
        ('{"a": 1', "E801 1 `,` or `}` is missing before the end of the text"),
        ('{"a": 1,\n "a": 2}', "E801 2 `a` stands twice in the model"),
        ('{"a": [1,]}', "E801 1 there is a comma too many before `]`"),
        ('{"a": 1} x', "E801 1 something stands behind the end of the document"),
        ('{"a": nan}', "E801 1 a value is missing before `n`"),
        ('{"a": "b\n"}', "E801 1 a text in quotes is broken, or does not end"),
        ("[" * 100_000, "E801 1 lists and objects are nested more than 300 deep"),
        ("[]", "E801 1 the model must be an object"),
        ("{}", "E803 1 `jani-version` is missing in the model"),
        (SMALL.replace("0.5", "1e999999999"), "E802 12 a number of this size"),
    ],
)
def test_broken_documents_are_refused_with_place_and_reason(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_a_chain_of_operators_may_be_long() -> None:
    condition: object = {"op": "=", "left": "x", "right": 3}
    for _ in range(250):
        condition = {"op": "∨", "left": condition, "right": {"op": "=", "left": "x", "right": 2}}
    document = changed()
    document["properties"][0]["expression"]["values"]["exp"]["exp"] = condition
    assert " ".join(read(document).text.split()).count("x = 2") == 250


def test_constants_are_set() -> None:
    model = changed(constants=[{"name": "N", "type": "int"}])
    assert "N: 4" in read(model, N="4").text.replace("{", " ").replace("}", " ")
    with pytest.raises(SpecError, match="there is no constant `M` to set"):
        read(model, M="4")


def test_what_a_program_adds_about_itself_is_left_out_with_a_remark() -> None:
    assert "x-generator is left out" in read(changed(**{"x-generator": "a program"})).remarks


def test_a_file_of_properties_in_the_language_of_prism_is_read() -> None:
    properties = Source("model.props", '"near": Pmax=? [F<=4 x=1];')
    foreign = ForeignText(Source("model.jani", SMALL), properties)
    assert "near: Pmax=? [F<=4 x = 1]" in imported(Jani(), foreign, Context()).text
