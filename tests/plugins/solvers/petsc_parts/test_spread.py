"""Ranks answer questions together, as one process does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.games import COINS, DICE, GAMBLER, RACE, WALK


@pytest.mark.parametrize("text", [DICE, WALK, GAMBLER, COINS, RACE], ids=lambda text: text.split()[1])
def test_every_answer_is_right_and_sharp(three_ranks: dict[str, Any], text: str) -> None:
    process = lower(load_text(text))
    found = three_ranks["answers"][process.name]
    for question in process.questions:
        assert question.expect is not None
        right, answer = question.expect.value, found[question.name]
        assert isinstance(right, Fraction | float)
        assert answer["lower"] <= right <= answer["upper"]
        assert answer["upper"] == right or answer["upper"] - answer["lower"] <= 1e-9 * right


def test_a_path_may_be_blocked(three_ranks: dict[str, Any]) -> None:
    """In 20 of 39 fair steps y is as often first as x is."""
    level = three_ranks["answers"]["grid"]["level"]
    assert level["lower"] <= 0.5 <= level["upper"] <= level["lower"] + 1e-9


def test_where_somebody_may_stay_for_ever_only_some_answers_are_proved(three_ranks: dict[str, Any]) -> None:
    found = three_ranks["answers"]["dawdle"]
    assert list(found["refused"]) == ["most"]
    assert (found["least"]["value"], found["slow"]["value"]) == (0, float("inf"))
    assert found["quick"]["lower"] <= 2 <= found["quick"]["upper"] <= 2.0000001
