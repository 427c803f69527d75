"""A game, as Python sees it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import oddsmith as od
from oddsmith.source import SpecError

SPECS = Path(__file__).parents[3] / "specs"


@pytest.fixture(scope="module")
def gambler() -> od.Game:
    return od.load(SPECS / "gambler.yaml")


def test_a_game_knows_its_constants_and_questions(gambler: od.Game) -> None:
    assert gambler.name == "gambler"
    assert gambler.constants == {"N": 5, "d": 2, "p": "3/5", "bet2": True}
    assert gambler.questions["win"] == "Pmax=? [F won]"
    assert repr(gambler) == "<game gambler (N=5, d=2, p=3/5, bet2=True): win, win_min, bets>"
    assert "Pmax=? [F won]" in gambler._repr_html_()


def test_questions_are_asked_by_name_or_as_text(gambler: od.Game) -> None:
    assert gambler.ask("win").exact == Fraction(21, 31)
    assert gambler.ask("Pmin=? [F won]").exact == Fraction(135, 211)
    both = gambler.answers("win", "Pmin=? [F won]")
    assert [result.exact for result in both.values()] == [Fraction(21, 31), Fraction(135, 211)]


def test_constants_are_set_in_a_new_game(gambler: od.Game) -> None:
    fair = gambler.set(p=0.5, bet2=False)
    assert fair.ask("win").exact == Fraction(2, 5)
    assert gambler.ask("win").exact == Fraction(21, 31)


def test_another_solver_gives_bounds(gambler: od.Game) -> None:
    result = gambler.using("interval-iteration").ask("win")
    assert result.exact is None
    assert result.lower <= 21 / 31 <= result.upper
    assert "interval iteration" in result.method


def test_states_are_columns(gambler: od.Game) -> None:
    assert sorted(gambler.states()["f"]) == [0, 1, 2, 3, 4, 5]


def test_columns_have_truth_values_and_words_where_the_spec_has_them() -> None:
    door = """
    game: door
    variables: {open: bool, side: {values: [left, right], init: right}, n: 0..1}
    commands: [{when: not open, then: {open: "true", side: left, n: "1"}}]
    """
    states = od.loads(door.replace("\n    ", "\n")).states()
    assert [column.tolist() for column in states.values()] == [[False, True], ["right", "left"], [0, 1]]


def test_a_name_that_is_no_question_is_told_with_those_that_are(gambler: od.Game) -> None:
    with pytest.raises(SpecError, match=r"no question named winn\n.*did you mean win\?"):
        gambler.ask("winn")


def test_the_names_are_offered() -> None:
    assert {"load", "loads", "sweep", "Game"} <= set(dir(od))


def test_values_are_those_of_games_that_begin_there(gambler: od.Game) -> None:
    table = gambler.values("win")
    for f, value in zip(table["f"], table["value"], strict=True):
        assert value == pytest.approx(float(gambler.set(d=int(f)).ask("win")))


def test_a_game_is_exported(gambler: od.Game, tmp_path: Path) -> None:
    model, properties = gambler.export(tmp_path / "gambler.prism")
    assert model.read_text().startswith("//") or "mdp" in model.read_text()
    assert "Pmax=?" in properties.read_text()
    (drn,) = gambler.export(tmp_path / "states", format="drn")
    assert "@nr_states" in drn.read_text()


def test_everything_of_a_run_can_be_had(gambler: od.Game) -> None:
    finished = gambler.run()
    assert finished.space is not None
    assert finished.space.size == 6


def test_a_game_is_reported_on_one_page(gambler: od.Game, tmp_path: Path) -> None:
    path = gambler.report(tmp_path / "gambler.html")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "21/31" in text
    with pytest.raises(SpecError, match="exists"):
        gambler.report(path)
    assert gambler.report(path, force=True) == path


def test_games_are_played_at_random() -> None:
    goose = od.load(SPECS / "goose2.yaml")
    once, again = (goose.simulate("win1", games=20_000, seed=7)["win1"] for _ in range(2))
    assert once.lower <= 0.3936251374 <= once.upper
    assert "20,000 games" in once.method
    assert float(once) == float(again)
