"""Every shipped game that is small comes back from each explicit format as it was, and Storm gives our answers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.exchange.exporter import ExplicitExporter, Explored
from oddsmith.exchange.stored import ExplicitImporter
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.question import Probability, Question
from oddsmith.run.exchange import explored_of, process_of
from oddsmith.run.foreign import Foreign
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools, run
from oddsmith.solve.conditions import conditions_of
from oddsmith.source import SpecError
from oddsmith_plugins.exporters.drn import Drn
from oddsmith_plugins.exporters.explicit import Explicit
from oddsmith_plugins.exporters.labels import labels_of
from oddsmith_plugins.exporters.umb import Umb
from oddsmith_plugins.importers import drn, explicit, umb
from plugins.explicit import storm_answers

SPECS = sorted((Path(__file__).parents[2] / "specs").glob("*.yaml"))
FORMATS = [(Umb(), umb.Umb()), (Drn(), drn.Drn()), (Explicit(), explicit.Explicit())]
SMALL = Context(Limits(states=3_000))


@cache
def tools() -> Tools:
    host = load()
    return Tools(host, registry(host), SMALL)


@cache
def space_of(spec: Path) -> Explored | None:
    """The state space of a game; None where it is large, or where players decide at the same time (E811)."""
    plan = Plan(spec)
    try:
        return explored_of(plan, process_of(plan, tools()), tools())
    except LimitError:
        return None
    except SpecError as error:
        if {diagnostic.code for diagnostic in error.diagnostics} != {"E811"}:
            raise
        return None


def small(spec: Path) -> Explored:
    found = space_of(spec)
    if found is None:
        pytest.skip("a large game, or one that no format can say")
    return found


@pytest.mark.parametrize(("exporter", "importer"), FORMATS, ids=["umb", "drn", "explicit"])
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.stem)
def test_states_and_transitions_come_back(
    spec: Path, exporter: ExplicitExporter, importer: ExplicitImporter, tmp_path: Path
) -> None:
    explored = small(spec)
    if explored.process.kind == "game" and exporter.name != "umb":
        pytest.skip("no players in this format")
    path = tmp_path / f"game{exporter.suffixes[0]}"
    exporter.write(explored, path, Context())
    model, stored = Foreign(importer, path, Context()).model, explored.space.transitions
    assert model.initial == explored.space.initial
    assert np.array_equal(model.transitions.starts, stored.starts)
    assert np.array_equal(model.transitions.row_start, stored.row_start)
    for t in ("column", "weight"):
        assert np.allclose(getattr(model.transitions, t), getattr(stored, t), rtol=1e-15)
    for name, holds in labels_of(explored).items():
        assert np.array_equal(model.labels[name], holds)
    for name, gains in explored.space.gains.items():
        assert np.array_equal(model.gains[name].state, gains.state)


def storm_question(explored: Explored, question: Question) -> str | None:
    """The question over labels, if it asks how probable it is to get somewhere."""
    query = question.query
    if not isinstance(query, Probability) or query.path.kind != "F" or query.given or query.coalition is not None:
        return None
    if query.path.bound is not None or query.threshold is not None:
        return None
    place = conditions_of(explored.process.questions).index(query.path.right)
    truth = explored.space.conditions[place]
    label = next(name for name, holds in labels_of(explored).items() if np.array_equal(holds, truth))
    return f'P{query.optimum or ""}=? [F "{label}"]'


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.stem)
def test_storm_reads_our_archives_and_gives_our_answers(spec: Path, tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    explored = small(spec)
    texts = {question.name: storm_question(explored, question) for question in explored.process.questions}
    asked = {name: text for name, text in texts.items() if text is not None}
    if not asked:
        pytest.skip("no question for Storm")
    Umb().write(explored, tmp_path / "game.umb", Context())
    found = storm_answers(stormpy.build_model_from_umb(str(tmp_path / "game.umb")), asked)
    own = {answer.question.name: answer.value for answer in run(Plan(spec), tools()).answers}
    assert found == pytest.approx({name: own[name] for name in asked}, rel=1e-4, abs=1e-5)


def test_the_command_line_takes_files_of_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from oddsmith.cli.program import program

    def call(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(program, list(arguments), prog_name="pipeline")
        return result.exit_code, result.stdout + result.stderr

    monkeypatch.chdir(tmp_path)
    made = call("export", str(SPECS[0].with_name("gambler.yaml")), "-o", "g.umb")
    assert made[0] == 0, made[1]
    code, text = call("check", "g.umb")
    assert (code, "fine (mdp, " in text) == (0, True)
    assert "labels: " in text
    assert call("export", "g.umb", "-o", "g.drn")[0] == 0
    assert call("import", "g.drn", "-o", "g.yaml")[0] == 0
    assert call("check", "g.yaml")[0] == 0
    numbers = [
        call("run", file, "--no-save", "--ask", "Pmax=? [F won]")[1].split("ask1")[1][:12]
        for file in ("g.umb", "g.drn")
    ]
    assert numbers[0] == numbers[1]
    assert call("run", "g.umb", "--no-save")[0] == 2
    assert call("estimate", "g.umb")[0] == 3
    assert call("import", "g.umb", "--set", "N=3")[0] == 2
    (tmp_path / "cut.umb").write_bytes((tmp_path / "g.umb").read_bytes()[:700])
    before = sorted(path.name for path in tmp_path.iterdir())
    for command in (
        ["run", "cut.umb", "--ask", "P=? [F x]"],
        ["import", "cut.umb", "-o", "x.yaml"],
        ["export", "cut.umb", "-o", "x.drn"],
    ):
        code, text = call(*command)
        assert (code, "E821" in text) == (3, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
