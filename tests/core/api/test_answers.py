"""Answers are numbers that know their bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

import oddsmith as od
from oddsmith.source import SpecError

COIN = """\
game: coin
type: mdp
variables: {x: 0..2}
commands:
  - {action: toss, when: x = 0, then: [1/4: {x: 1}, 3/4: {x: 2}]}
  - {action: wait, when: x = 0, then: {}}
questions:
  one: "Pmax=? [F x = 1]"
  likely: "Pmax>=0.2 [F x = 1]"
"""


@pytest.fixture(scope="module")
def coin() -> od.Game:
    return od.loads(COIN)


def test_a_number(coin: od.Game) -> None:
    one = coin.ask("one")
    assert (float(one), one.name, one.question) == (0.25, "one", "Pmax=? [F x = 1]")
    assert repr(one).startswith("0.25 = 1/4 (")
    assert "<b>0.25 = 1/4</b>" in one._repr_html_()
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(one)


def test_a_number_is_written_with_as_many_digits_as_are_asked_for(coin: od.Game) -> None:
    assert f"{coin.ask('one'):.3f}" == "0.250"
    assert f"{coin.ask('one')}" == str(coin.ask("one"))


def test_a_comparison_is_true_or_false(coin: od.Game) -> None:
    assert coin.ask("likely")
    assert coin.ask("likely").value is True


def test_a_distribution_is_a_table() -> None:
    game = od.loads("game: die\nvariables: {x: 0..3}\ncommands: [{when: x = 0, draw: {s: 1..3}, then: {x: s}}]\n")
    lengths = game.ask("dist{steps} [F x > 0]")
    assert lengths.value == {1: 1.0}
    assert list(lengths.table()["probability"]) == [1.0]
    with pytest.raises(TypeError, match="is no number"):
        float(lengths)
    with pytest.raises(TypeError, match="is no distribution"):
        game.ask("P=? [F x = 1]").table()


def test_a_picture_has_a_format_and_a_folder(tmp_path: Path) -> None:
    lengths = od.load(Path(__file__).parents[3] / "specs" / "another-game.yaml").ask("winner_coins")
    assert lengths.figure(tmp_path / "coins.png").is_file()
    with pytest.raises(SpecError, match=r"name a file that ends in \.svg, \.png, \.pdf"):
        lengths.figure(tmp_path / "coins.gif")
    with pytest.raises(SpecError, match="there is no folder"):
        lengths.figure(tmp_path / "nowhere" / "coins.svg")


def test_hidden_cards_are_answered_by_a_way_to_play(coin: od.Game) -> None:
    play = od.load(Path(__file__).parents[3] / "specs" / "kuhn.yaml").ask("value1").play()
    first = [name == "card[1]=2, bettor=2, paid[2]=true" for name in play["seen"]]
    assert dict(zip(play["move"][first], play["probability"][first], strict=True)) == {
        "bet": pytest.approx(1 / 3),
        "pass": pytest.approx(2 / 3),
    }
    with pytest.raises(TypeError, match="see strategy"):
        coin.ask("one").play()


def test_answers_are_columns(coin: od.Game) -> None:
    table = coin.answers().table()
    assert list(table) == ["question", "value", "lower", "upper", "method"]
    assert list(table["question"]) == ["one", "likely"]
    assert table["upper"][0] == pytest.approx(0.25)


def test_answers_are_shown_as_a_table(coin: od.Game) -> None:
    answers = coin.answers()
    assert list(answers) == ["one", "likely"]
    assert len(answers) == 2
    assert repr(answers).splitlines()[0].split() == ["question", "answer", "method"]
    assert "<td>one</td>" in answers._repr_html_()


def test_the_strategy_of_an_optimum_is_at_hand(coin: od.Game) -> None:
    strategy = coin.ask("one").strategy
    assert strategy is not None
    assert strategy.attains


def test_a_distribution_is_drawn(tmp_path: Path) -> None:
    game = od.loads("game: die\nvariables: {x: 0..3}\ncommands: [{when: x < 3, draw: {s: 0..1}, then: {x: x + s}}]\n")
    lengths = game.ask("dist{steps} [F x = 3]")
    assert "<svg" in lengths._repr_html_()
    assert lengths.figure(tmp_path / "lengths.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(TypeError, match="is no distribution"):
        game.ask("P=? [F x = 3]").figure(tmp_path / "no.png")
