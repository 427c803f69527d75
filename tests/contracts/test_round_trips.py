"""Random small games, exported to PRISM and JANI: Storm gives our answers, and so do our importers."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from contracts.sketches import Sketch, sketches, spec_text
from contracts.storm import ask_storm_about
from contracts.storm_jani import ask_storm_about_jani
from contracts.test_storm import few
from oddsmith.context import Context
from oddsmith.exchange.exporter import SymbolicExporter
from oddsmith.exchange.importer import Importer
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import Registry, registry
from oddsmith.process.process import Process
from oddsmith.run.exchange import foreign_text, imported
from oddsmith.solve.answering import answer_all
from oddsmith.solve.conditions import conditions_of
from oddsmith.solve.problem import Problem
from oddsmith.solve.solver import Solver
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.exporters.jani import Jani as JaniExporter
from oddsmith_plugins.exporters.prism import Prism as PrismExporter
from oddsmith_plugins.importers.jani import Jani
from oddsmith_plugins.importers.prism import Prism

pytest.importorskip("stormpy", reason="stormpy, which the extra `test` installs, cannot be imported")

Values = dict[str, Fraction | float]
PATHS = {"reach": "[F goal]", "until": "[not hazard U goal]", "soon": "[F<=4 goal]", "always": "[G not hazard]"}
MEASURES = {"gold": "R{{gold}}{}=? [F goal]", "early": "R{{gold}}{}=? [C<=5]", "length": "R{{steps}}{}=? [F goal]"}


@pytest.fixture(scope="module")
def installed() -> Registry:
    return registry(load())


def process_of(sketch: Sketch) -> Process:
    # Storm refuses rewards that are nothing.
    sketch = replace(sketch, state_gain=(("=", 0, 0), ("+", sketch.state_gain[1], 1)))
    texts = {}
    for optimum in [""] if sketch.is_chain else ["min", "max"]:
        texts |= {f"{name}{optimum}": f"P{optimum}=? {path}" for name, path in PATHS.items()}
        texts |= {f"{name}{optimum}": text.format(optimum) for name, text in MEASURES.items()}
    return lower(load_text(spec_text(sketch, texts)))


def answers(process: Process, installed: Registry) -> Values:
    """In fractions."""
    target = installed.make("kernel", "reference", {})
    space, _ = explore(process, conditions_of(process.questions), (target,), Context(), exact=True)
    solvers: tuple[Solver, ...] = sorted(installed.all_of("solver"), key=lambda solver: solver.name != "exact")

    def choose(problem: Problem) -> Solver:
        return next(solver for solver in solvers if not solver.missing(problem))

    found = answer_all(space, process.questions, choose, Context())
    return {a.question.name: a.lower if a.exact is None else a.exact for a in found}


def written(exporter: SymbolicExporter, process: Process, folder: Path) -> Path:
    """The first file of an export; the others lie beside it."""
    export = exporter.translate(process, Context())
    path = folder / f"game{exporter.suffixes[0]}"
    for suffix, text in export.files:
        path.with_suffix(suffix).write_text(text, encoding="utf-8")
    return path


def back(importer: Importer, path: Path, properties: Path | None, installed: Registry) -> Values:
    return answers(lower(load_text(imported(importer, foreign_text(path, properties), Context()).text)), installed)


def compare(sketch: Sketch, installed: Registry, folder: Path) -> None:
    process = process_of(sketch)
    ours = answers(process, installed)
    path = written(PrismExporter(), process, folder)
    properties = path.with_suffix(".props")
    asked = dict(re.findall(r'^"(\w+)":\s*(.*?);\s*$', properties.read_text(), re.MULTILINE))
    assert asked.keys() == ours.keys()
    assert_close(ask_storm_about(path, asked, exact=False).answers, ours)  # its exact engine fails at mod()
    assert back(Prism(), path, properties, installed) == ours
    path = written(JaniExporter(), process, folder)
    assert_close(ask_storm_about_jani(path).answers, ours)
    assert back(Jani(), path, None, installed) == ours


def assert_close(found: Values, wanted: Values) -> None:
    assert found.keys() == wanted.keys()
    for name, value in found.items():
        near = pytest.approx(float(wanted[name]), rel=1e-5, abs=1e-6)
        assert wanted[name] == value == math.inf or float(value) == near, name


@settings(few, max_examples=12)
@given(sketches(is_chain=True))
def test_random_chains(installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch) -> None:
    compare(sketch, installed, tmp_path_factory.getbasetemp())


@settings(few, max_examples=12)
@given(sketches(is_chain=True, overlaps=True))
def test_random_chains_in_which_commands_overlap(
    installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch
) -> None:
    compare(sketch, installed, tmp_path_factory.getbasetemp())


@settings(few, max_examples=12)
@given(sketches(is_chain=False))
def test_random_decisions(installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch) -> None:
    compare(sketch, installed, tmp_path_factory.getbasetemp())


@settings(few, max_examples=10)
@given(sketches(is_chain=False))
def test_games_come_back_from_prism(
    installed: Registry, tmp_path_factory: pytest.TempPathFactory, sketch: Sketch
) -> None:
    """Storm answers no smg; here one player decides everything, and the other nothing."""
    process = process_of(sketch)
    game = replace(
        process,
        kind="game",
        players=("ann", "bob"),
        summands=tuple(replace(summand, player="ann") for summand in process.summands),
        questions=tuple(replace(q, query=replace(q.query, coalition=("ann",))) for q in process.questions),
    )
    path = written(PrismExporter(), game, tmp_path_factory.getbasetemp())
    assert path.read_text().splitlines()[1] == "smg"
    assert back(Prism(), path, path.with_suffix(".props"), installed) == answers(process, installed)
