"""Ends of a layer are worth one where the goal holds at them."""

from __future__ import annotations

from fractions import Fraction

from oddsmith.expr.parse import parse_text
from oddsmith.plugin import NOTHING, UNIT, Boolean, Case, Layer, RowOutcome
from oddsmith.process.rounds.structure import End, RowEnd
from oddsmith_plugins.solvers.rounds_parts.ends import settled

HALF = Fraction(1, 2)
ONWARD = RowOutcome(HALF, None, 0, NOTHING)
LAYER = Layer(1, (0,), ((Case("go", None, (ONWARD,), ends=(RowEnd(HALF, None, 0),)),),), (End(1, (7,)),))


def outcomes(goal: object) -> tuple[RowOutcome, ...]:
    return settled(LAYER, (goal,)).rows[0][0].outcomes


def test_an_end_with_the_goal_is_worth_one():
    assert outcomes(Boolean(True)) == (ONWARD, RowOutcome(HALF, None, UNIT, NOTHING))


def test_an_end_without_the_goal_is_worth_nothing():
    assert outcomes(Boolean(False)) == (ONWARD,)
    assert settled(LAYER, ()) == LAYER


def test_the_goal_may_depend_on_the_others():
    other = parse_text("b = 2")
    assert outcomes(other) == (ONWARD, RowOutcome(HALF, other, UNIT, NOTHING))
