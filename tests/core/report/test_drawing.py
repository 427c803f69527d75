"""Drawings of state spaces."""

from __future__ import annotations

import re
import shutil

import pytest

import oddsmith as od
from oddsmith.report.drawing import MISSING, drawing
from oddsmith.report.figure import Figure


def picture(text: str) -> Figure:
    game = od.loads(text)
    return drawing(game.plan, game.tools, game.name)


GAME = "game: coin\nvariables: {x: 0..2}\ncommands: [{when: x = 0, draw: {s: 1..2}, then: {x: s}}]\n"


@pytest.mark.skipif(shutil.which("dot") is None, reason="no graphviz on this machine: apt-get install graphviz")
def test_graphviz_draws_the_states() -> None:
    figure = picture(GAME)
    assert figure.svg.startswith("<svg")
    assert figure.svg.count("<ellipse") + figure.svg.count("<path") >= 3
    assert 'stroke="black"' not in figure.svg


def test_without_graphviz_a_note_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert picture(GAME).note == MISSING


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_states_with_many_variables_show_their_values() -> None:
    rule = "commands: [{when: a = 0, then: {a: 1, b: 1}}]\nlabels: {done: a = 1}\n"
    game = "game: g\nvariables: {a: 0..1, b: 0..1, c: 0..0}\n" + rule
    figure = picture(game)
    assert figure.note == "States: a, b."
    assert re.findall(r">([01] [01])<", figure.svg) == ["0 0", "1 1"]
    assert "done" in figure.svg
