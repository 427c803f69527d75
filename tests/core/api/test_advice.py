"""What to do, in words and as a table."""

from __future__ import annotations

from pathlib import Path

import pytest

import oddsmith as od
from oddsmith.source import SpecError

LUCK = """\
game: luck
type: mdp
variables: {points: 0..40, state: {values: [rolling, stopped, lost], init: rolling}}
commands:
  - action: roll
    when: state = rolling and points <= 34
    draw: {die: d6}
    then: {points: if die = 1 then 0 else points + die, state: if die = 1 then lost else rolling}
  - {action: stop, when: state = rolling and points > 0, then: {state: stopped}}
labels: {over: state != rolling}
rewards: {score: [{action: stop, gain: points}]}
questions: {score: "Rmax{score}=? [F over]"}
"""


@pytest.fixture(scope="module")
def luck() -> od.Game:
    return od.loads(LUCK)


def test_the_best_play_in_words(luck: od.Game) -> None:
    advice = luck.explain()
    assert advice.lines == ("stop if points >= 20, else roll",)
    assert advice.attains
    assert advice.value == pytest.approx(float(luck.ask("score")))
    assert str(advice) == repr(advice) == advice.text
    assert advice.text.startswith("score: Rmax{score}=? [F over]\nbest value 8.14179489")
    assert "<pre>score: Rmax" in advice._repr_html_()
    assert "&gt;= 20" in advice._repr_html_()


def test_the_words_are_rules_that_can_be_followed(luck: od.Game, tmp_path: Path) -> None:
    rules = luck.explain().rules
    assert rules is not None
    (tmp_path / "rules.yaml").write_text(rules)
    followed = luck.following(tmp_path / "rules.yaml")
    assert float(followed.ask("R{score}=? [F over]")) == pytest.approx(float(luck.ask("score")))


def test_fewer_cases_are_worth_less(luck: od.Game) -> None:
    advice = luck.explain("score", cases=1)
    assert not advice.attains
    assert advice.value < 8
    assert "it loses" in advice.text


def test_the_best_play_as_a_table(luck: od.Game) -> None:
    table = luck.strategy("score")
    assert list(table) == ["points", "state", "choice", "ties"]
    for points, choice, ties in zip(table["points"], table["choice"], table["ties"], strict=True):
        assert choice == ("stop" if points > 20 else "roll") or ties
    assert luck.strategy("score", everywhere=True).rows >= table.rows


def test_there_is_no_advice_where_nobody_decides() -> None:
    coin = od.loads("game: coin\nvariables: {x: 0..1}\ncommands: [{when: x = 0, then: {x: 1}}]\n")
    with pytest.raises(SpecError, match="no question of the game"):
        coin.explain()
    with pytest.raises(SpecError, match="nobody decides"):
        coin.strategy("P=? [F x = 1]")
