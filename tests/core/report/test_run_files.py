"""The files of a run tell all about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import oddsmith as od
from oddsmith.hosting.manager import Host
from oddsmith.hosting.outcome import Section
from oddsmith.report.run_files import run_files, sections

SPECS = Path(__file__).parents[3] / "specs"


@pytest.fixture(scope="module")
def game() -> od.Game:
    return od.load(SPECS / "gambler.yaml")


def test_sections_of_plugins_reach_the_report(game: od.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = game.run().outcome
    answers = [(None, [Section("Title", outcome.game)])]
    monkeypatch.setattr(Host, "notify", lambda self, hook, *rest, **given: answers if given["outcome"] else [])
    assert sections(outcome, game.tools) == [Section("Title", "gambler")]


def test_everything_is_there(game: od.Game) -> None:
    files = run_files(game.plan, game.run(), game.tools, ("dot",))
    assert json.loads(files["answers.json"])["game"] == "gambler"
    assert "spec/gambler.yaml" in files["pipeline.yaml"]
    assert "21/31" in files["report.txt"]
    assert "21/31" in files["report.html"]
    assert "--without dot" in files["repeat"]
    assert "strategies/win.json" in files
