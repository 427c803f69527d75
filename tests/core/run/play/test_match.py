"""A match goes on, back, and by itself."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.run.play.match import Match, OrderError
from oddsmith.testing.games import GAMBLER, RACE

SPECS = Path(__file__).parents[4] / "specs"


def test_a_choice_and_its_outcome_are_taken(board):
    match = Match(board(GAMBLER))
    step = match.take(1, 2)
    assert step.outcome.text == "f: 2 -> 1"
    assert step.by == "you"
    assert match.board.shown(match.row) == {"f": "1"}


def test_chance_follows_the_seed_and_undoing_is_no_cheating(board):
    rules = board(GAMBLER)
    first, second = Match(rules, 5), Match(rules, 5)
    for match in (first, second):
        match.take(1)
    assert first.row.tobytes() == second.row.tobytes()
    came = first.row.tobytes()
    first.undo(1)
    first.take(1)
    assert first.row.tobytes() == came


def test_outcomes_come_as_often_as_they_should(board):
    rules = board(GAMBLER)
    up = sum(Match(rules, seed).take(1).outcome.probability == Fraction(3, 5) for seed in range(1000))
    assert 550 <= up <= 650


def test_it_plays_to_its_end(board):
    match = Match(board(RACE), 2)
    made = match.auto(1000)
    assert match.over
    assert len(made) == len(match.steps) < 100
    with pytest.raises(OrderError, match="over"):
        match.take()


def test_a_strategy_is_followed(board):
    match = Match(board(GAMBLER), 0, lambda row, steps: 1)
    assert match.best().choice.title == "large"
    assert match.steps[-1].by == "strategy"


@pytest.mark.parametrize(
    ("choice", "outcome", "message"),
    [(None, None, "choose one of 1..2"), (3, None, "no choice 3"), (1, 5, "no outcome 5")],
)
def test_orders_that_make_no_sense(board, choice, outcome, message):
    with pytest.raises(OrderError, match=message):
        Match(board(GAMBLER)).take(choice, outcome)


def test_nothing_to_undo_and_no_strategy(board):
    match = Match(board(GAMBLER))
    with pytest.raises(OrderError, match="nothing has happened"):
        match.undo(1)
    with pytest.raises(OrderError, match="no strategy"):
        match.best()


def test_others_decide_for_themselves(board):
    match = Match(board(SPECS / "kuhn.yaml", "p[2]"), 3)
    match.take()
    match.take()
    assert not match.yours
    with pytest.raises(OrderError, match="decides here"):
        match.take(1)
    assert match.gains() == {}, "they would tell the cards"
    assert match.take().choice.player == "p[1]"
    match.auto(10)
    assert sum(match.gains().values()) == 0
