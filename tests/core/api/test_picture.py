"""Drawings of state spaces."""

from __future__ import annotations

import shutil

import pytest

import oddsmith as od
from oddsmith.api.picture import MISSING, picture

GAME = "game: coin\nvariables: {x: 0..2}\ncommands: [{when: x = 0, draw: {s: 1..2}, then: {x: s}}]\n"


@pytest.mark.skipif(shutil.which("dot") is None, reason="no graphviz on this machine: apt-get install graphviz")
def test_graphviz_draws_the_states() -> None:
    figure = picture(od.loads(GAME))
    assert figure.svg.startswith("<svg")
    assert figure.svg.count("<ellipse") + figure.svg.count("<path") >= 3
    assert 'stroke="black"' not in figure.svg


def test_without_graphviz_a_note_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert picture(od.loads(GAME)).note == MISSING
