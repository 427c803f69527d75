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
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
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


@pytest.mark.parametrize(("model", "constants"), [("clients", "N=2"), ("clients", "N=3"), ("operators", "")])
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
