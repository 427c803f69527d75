"""Stored values read as the game writes them."""

from __future__ import annotations

from oddsmith.expr.types import BOOL, INT, Type


def test_values_in_words() -> None:
    phase = Type("enum", ("bet", "roll"))
    assert [INT.text(-3), BOOL.text(1), BOOL.text(0), phase.text(1)] == ["-3", "true", "false", "roll"]
