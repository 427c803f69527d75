"""Storm's quotient has as many states and transitions as that of `bisimulation`, for the same game and question."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.cli.program import program
from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.plan import Plan, Step
from oddsmith.run.runner import Tools, run

pytest.importorskip("stormpy", reason="stormpy, which the extra `test` installs, cannot be imported")

SPECS = Path(__file__).parents[2] / "specs"


@pytest.mark.parametrize(
    ("spec", "question", "asked"),
    [
        ("ruin", "length", 'R{"rounds"}=? [F "over"]'),
        ("ruin-modules", "length", 'R{"rounds"}=? [F "over"]'),
        ("goose2", "draw", 'P=? [F "drawn"]'),
        ("gambler", "win", 'Pmax=? [F "won"]'),
        ("yahtzee", "yahtzee", 'Pmax=? [F "scored"]'),
    ],
)
def test_the_quotients_have_the_same_size(spec: str, question: str, asked: str, tmp_path: Path) -> None:
    import stormpy
    from stormpy.transformations import perform_bisimulation

    path = SPECS / f"{spec}.yaml"
    host = load()
    plan = Plan(path, questions=(question,), reductions=(Step("bisimulation"),))
    outcome = run(plan, Tools(host, registry(host), Context(threads=2))).outcome
    file = tmp_path / "model.drn"
    called = CliRunner().invoke(program, ["export", str(path), "--question", question, "-o", str(file), "--quiet"])
    assert called.exit_code == 0, called.output
    properties = stormpy.parse_properties(asked)
    theirs = perform_bisimulation(stormpy.build_model_from_drn(str(file)), properties)
    assert (outcome.states, outcome.transitions) == (theirs.nr_states, theirs.nr_transitions)
