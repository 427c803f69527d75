"""What a position is worth: solved in small games, sampled in large chains, unknown elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.run.plan import Plan
from oddsmith.run.play import worth
from oddsmith.run.play.match import Match
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.testing.games import GAMBLER

SPECS = Path(__file__).parents[4] / "specs"


def test_small_games_are_solved_everywhere(tmp_path, board, tools):
    match = Match(board(GAMBLER))
    plan = Plan(tmp_path / "game.yaml")
    found, advice, how = worth.worth_of(plan, match.board.process, tools)
    best, _ = found.at(match.row)
    assert best.value == pytest.approx(21 / 31)
    match.advice = advice
    for _ in range(20):
        if match.over:
            break
        match.best()
    assert [a.value for a in found.at(match.row)] in ([0.0, 0.0], [1.0, 1.0])
    assert "6 states" in how
    assert "`best`" in how


def test_large_chains_are_sampled(tools):
    path = SPECS / "goose6.yaml"
    process = lower(load(path, {}))
    process = replace(process, questions=process.questions[:1])
    found, advice, how = worth.worth_of(Plan(path), process, tools)
    (answer,) = found.at(board_start(process))
    assert answer.confidence == 0.99
    assert answer.lower < 0.195 < answer.upper
    assert advice is None
    assert "estimates" in how


def board_start(process):
    from oddsmith.kernel.encoding import Encoding

    return Encoding.of(process.params).initial()


def test_large_games_with_decisions_are_not_known(tools, monkeypatch):
    monkeypatch.setattr(worth, "MOST_STATES", 3)
    path = SPECS / "gambler.yaml"
    found, _, how = worth.worth_of(Plan(path), lower(load(path, {})), tools)
    assert found.at(None) == ()
    assert "not known" in how
