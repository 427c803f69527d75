"""What a run shows of its states without being asked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import oddsmith as od
from oddsmith.report import views as module
from oddsmith.report.figure import Figure
from oddsmith.report.views import views

SPECS = Path(__file__).parents[3] / "specs"
RACE = """
game: race
variables:
  turn: {range: 1..2, init: 1}
  at: {array: 1..2, range: 0..9}
commands:
  - action: roll
    for: {p: 1..2}
    when: turn = p and at[1] < 9 and at[2] < 9
    draw: {die: 1..2}
    then: {"at[p]": "min(9, at[p] + die)", turn: 3 - p}
labels: {"won[p in 1..2]": "at[p] = 9", over: "at[1] = 9 or at[2] = 9"}
rewards: {rolls: [{gain: 1}]}
questions:
  "win[p in 1..2]": "P=? [F won[p]]"
  rolls: "R{rolls}=? [F over]"
  lengths: "dist{rolls} [F over]"
  soon: "P=? [F<=3 over]"
"""


def seen(game: od.Game) -> tuple[Figure, ...]:
    return views(game.plan, game.run(), game.tools)


def test_a_game_on_a_board_is_a_landscape_for_each_question_that_has_a_number_everywhere() -> None:
    figures = seen(od.loads(RACE))
    assert [figure.kind for figure in figures] == ["surface"] * 3
    assert figures[0].title == "win1 by at[1] and at[2], where turn=1"
    assert (figures[0].x, figures[0].y, figures[0].ys) == ("at[1]", "at[2]", tuple(range(10)))


def test_a_landscape_has_the_answers() -> None:
    game = od.loads(RACE)
    table = game.values("win1", where="turn = 1 and at[1] = 4 and at[2] = 5")
    figure = seen(game)[0]
    assert figure.z[5][4] == pytest.approx(table["value"][0])


def test_a_game_over_one_variable_has_curves_and_expectations_their_own() -> None:
    win, bets = (figure for figure in seen(od.load(SPECS / "gambler.yaml")) if figure.kind == "line")
    assert [series.name for series in win.series] == ["win", "win_min"]
    assert win.series[0].y[2] == pytest.approx(21 / 31)
    assert (bets.title, bets.y) == ("bets by f", "bets")


@pytest.mark.skipif(shutil.which("dot") is None, reason="no graphviz on this machine: apt-get install graphviz")
def test_a_small_game_is_drawn() -> None:
    first = seen(od.load(SPECS / "gambler.yaml"))[0]
    assert (first.kind, first.title) == ("states", "States of gambler")
    assert "f=2" in first.svg


def test_places_that_have_no_neighbours_are_a_map() -> None:
    kinds = [figure.kind for figure in seen(od.load(SPECS / "ruin.yaml")) if figure.kind != "states"]
    assert kinds == ["heat"] * 4


def test_a_game_with_too_many_dimensions_shows_nothing_rather_than_an_edge_of_it() -> None:
    assert seen(od.load(SPECS / "ruin.yaml", N=5, d=5).using("direct")) == ()


def test_what_takes_long_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STATES", 10)
    monkeypatch.setattr(module, "MOST_DRAWN", 5)
    assert seen(od.loads(RACE)) == ()


def test_reduced_states_stand_for_others_and_are_not_drawn_over_variables() -> None:
    assert all(figure.kind == "states" for figure in seen(od.loads(RACE).using(reduce=["bisimulation"])))


def test_a_game_of_hidden_cards_has_none() -> None:
    assert seen(od.load(SPECS / "kuhn.yaml")) == ()
