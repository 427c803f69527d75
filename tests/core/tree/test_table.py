"""Plays as files, there and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.solve.bounded import Bounded
from oddsmith.solve.play import Decision, Gain, Play
from oddsmith.solve.spread import Spread
from oddsmith.source import SpecError
from oddsmith.tree.table import csv_text, document, read_behaviour
from oddsmith.tree.tree import GameTree

Unfold = Callable[..., GameTree]
THIRD = Fraction(1, 3)


def play(tree: GameTree) -> Play:
    sides = (("ann", ("lay k=1", "lay k=2")), ("bob", ("guess k=1", "guess k=2")))
    decisions = tuple(
        Decision(player, tree.seen(number), moves, (1 / 3, 2 / 3), 1.0, (THIRD, 1 - THIRD))
        for number, (player, moves) in enumerate(sides)
    )
    spread = Spread((0, 1), (0.5, 0.5), (0.5, 0.5), (0.5, 0.5))
    gain = Gain("ann", "gain", Bounded.of(Fraction(1, 2)), spread, Bounded.of(Fraction(1, 9)))
    return Play("equilibrium", decisions, (gain,))


def test_both_formats_come_back_as_they_were(tree: Unfold, pennies: str, tmp_path: Path) -> None:
    found = tree(pennies)
    table, other = tmp_path / "play.csv", tmp_path / "play.json"
    table.write_text(csv_text(play(found)))
    other.write_text(json.dumps(document(play(found))))
    assert read_behaviour(found, table) == read_behaviour(found, other) == (THIRD, 1 - THIRD) * 2


def test_the_document_tells_the_certificate_and_the_risk(tree: Unfold, pennies: str) -> None:
    told = document(play(tree(pennies)))
    assert told["nash_conv"] == pytest.approx(1 / 9)
    assert told["gains"][0]["outcomes"] == {"0": 0.5, "1": 0.5}
    assert told["gains"][0]["exact"] == "1/2"


def test_what_is_not_listed_is_played_evenly(tree: Unfold, pennies: str, tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    path.write_text("player,seen,move,probability\nbob,,guess k=2,1\n")
    assert read_behaviour(tree(pennies), path) == (Fraction(1, 2), Fraction(1, 2), Fraction(0), Fraction(1))


@pytest.mark.parametrize("text", ["[]", '{"decisions": [{"player": "bob"}]}', "no json"])
def test_files_of_another_kind_are_refused(tree: Unfold, pennies: str, tmp_path: Path, text: str) -> None:
    path = tmp_path / "play.json"
    path.write_text(text)
    with pytest.raises(SpecError, match="E510"):
        read_behaviour(tree(pennies), path)
    with pytest.raises(SpecError, match="E510"):
        read_behaviour(tree(pennies), tmp_path / "missing.csv")
