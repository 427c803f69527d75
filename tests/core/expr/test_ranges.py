"""The range of an expression contains all its values."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.expr.evaluate import compile_expr
from oddsmith.expr.nodes import Expr
from oddsmith.expr.parse import parse_text
from oddsmith.expr.ranges import bounds, narrowed
from oddsmith.expr.values import EvaluationError
from oddsmith.testing.expressions import BOX, LAYOUT, STATES, conditions, numbers


def check_inside(expr: Expr) -> None:
    found, run = bounds(expr, BOX), compile_expr(expr, LAYOUT)
    for state in STATES if found is not None else ():
        with suppress(EvaluationError):
            assert found[0] <= run(state) <= found[1]


@settings(max_examples=600, deadline=None)
@given(st.one_of(numbers(2), numbers()))
def test_every_value_of_a_number_lies_in_its_range(expr: Expr) -> None:
    check_inside(expr)


@settings(max_examples=600, deadline=None)
@given(st.one_of(conditions(2), conditions()))
def test_every_value_of_a_condition_lies_in_its_range(expr: Expr) -> None:
    check_inside(expr)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f + 1", (1, 11)),
        ("f - t", (-3, 9)),
        ("-f", (-10, 0)),
        ("f * -2", (-20, 0)),
        ("f // t", (0, 10)),
        ("f % t", (0, 2)),
        ("t % 5", (1, 3)),
        ("t % (3/2)", (0, Fraction(3, 2))),
        ("f / 4", (0, 5 / 2)),
        ("t ^ 2", (1, 9)),
        ("min(f, t)", (0, 3)),
        ("max(f, t)", (1, 10)),
        ("abs(t - 2)", (0, 1)),
        ("if f < 10 then f + 1 else f", (1, 10)),
        ("if f = 10 or f = 0 then 0 else f", (0, 9)),
        ("if t > 5 then 100 else t", (1, 3)),
        ("if f >= 2 and f != 2 then f - 3 else 0", (0, 7)),
        ("f > t", (0, 1)),
        ("f >= 0", (1, 1)),
        ("t > 3", (0, 0)),
        ("t > 0 and f <= 10", (1, 1)),
        ("count(i in 1..3: f = i)", (0, 3)),
        ("sum(i in 1..f: i)", (0, 100)),
        ("pos[t] + 1", (1, 65)),
        ("1 / f", None),
        ("land(f)", None),
        ("10 ^ (f * 100000)", None),
    ],
)
def test_ranges(text: str, expected: tuple[float, float] | None) -> None:
    assert bounds(parse_text(text), {"f": (0, 10), "t": (1, 3), "pos": (0, 64)}) == expected


def test_a_guard_narrows_the_ranges_behind_it() -> None:
    box = narrowed(parse_text("0 < f and f < 5 and 3 > t"), {"f": (0, 10), "t": (1, 3)})
    assert box == {"f": (1, 4), "t": (1, 2)}


def test_a_guard_that_cannot_hold_narrows_nothing() -> None:
    assert narrowed(parse_text("f > 11"), {"f": (0, 10)}) == {"f": (0, 10)}
