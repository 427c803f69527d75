"""Games from files and texts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import oddsmith as od
from oddsmith.source import SpecError

SPECS = Path(__file__).parents[3] / "specs"


def test_constants_are_keywords() -> None:
    assert od.load(SPECS / "gambler.yaml", N=7, p=0.25).constants["p"] == "1/4"


def test_a_text_is_a_game_too() -> None:
    game = od.loads("game: coin\nvariables: {x: 0..2}\ncommands: [{when: x = 0, draw: {s: 1..2}, then: {x: s}}]\n")
    assert game.ask("P=? [F x = 2]").exact is not None
    assert float(game.ask("P=? [F x = 2]")) == 0.5


def test_mistakes_are_told_when_the_game_is_loaded() -> None:
    with pytest.raises(SpecError, match="text:1:7"):
        od.loads("game: [1\n")
    with pytest.raises(SpecError, match="no constant"):
        od.load(SPECS / "gambler.yaml", M=3)


def test_the_names_are_few_and_all_of_them_there() -> None:
    for name in od.__all__:
        assert getattr(od, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        od.nothing  # noqa: B018


def test_importing_oddsmith_imports_nothing_heavy() -> None:
    code = "import sys, oddsmith; print('numpy' in sys.modules, 'oddsmith.api' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["False", "False"]


def test_a_notebook_shows_the_mistakes_and_nothing_else() -> None:
    with pytest.raises(SpecError) as caught:
        od.loads("game: x\ncomands: []\nvariables: {f: 0..}\n")
    shown = caught.value._render_traceback_()
    assert shown[0] == "text:2:1: error E202: a game has no key `comands`"
    assert "  fix: did you mean `commands`?" in shown
    assert any(line.startswith("text:3:19: error E301") for line in shown)
