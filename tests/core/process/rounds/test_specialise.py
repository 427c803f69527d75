"""Expressions with some parameters known: what is left reads the others, in one fixed form."""

from __future__ import annotations

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.process.rounds.specialise import Specialiser, joined, negated


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("at[turn] + 1", "4"),
        ("any(p in 1..2: at[p] = 3)", "true"),
        ("all(p in 1..2: at[p] = 3)", "at[2] = 3"),
        ("if at[1] > 2 then at[2] else 7", "at[2]"),
        ("3 < at[2] and at[1] = 3", "at[2] > 3"),
        ("not (at[2] = 1 or at[2] = 2)", "at[2] != 1 and at[2] != 2"),
        ("at[2] = 2 or at[2] = 1 or at[2] = 2", "at[2] = 1 or at[2] = 2"),
        ("at[2] = 1 and at[2] != 1", "false"),
        ("count(p in 1..2: at[p] = 3)", "1 + (if at[2] = 3 then 1 else 0)"),
        ("sum(p in 1..1: at[p])", "3"),
    ],
)
def test_what_is_left(race, text, left):
    specialise = Specialiser(race()).at({"turn": 1, "at[1]": 3})
    assert show(specialise(parse_text(text))) == left


def test_negated_twice_is_the_same():
    condition = joined("and", (parse_text("a = 1"), parse_text("b < 2 or c = 3")))
    assert negated(negated(condition)) == condition
