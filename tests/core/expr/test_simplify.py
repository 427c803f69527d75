"""Simplification keeps every value."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.expr.evaluate import compile_expr
from oddsmith.expr.layout import TableLayout
from oddsmith.expr.nodes import Expr
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.expr.simplify import simplify
from oddsmith.expr.values import EvaluationError, Value
from oddsmith.testing.expressions import LAYOUT, STATES, conditions, numbers


def values(expr: Expr) -> list[Value | None]:
    """The value in each state, None where there is none."""
    run = compile_expr(expr, LAYOUT)
    found: list[Value | None] = []
    for state in STATES:
        try:
            found.append(run(state))
        except EvaluationError:
            found.append(None)
    return found


def check_same(expr: Expr) -> None:
    simple, unrolled = values(simplify(expr)), values(simplify(expr, unroll=True, tables=LAYOUT.tables))
    for before, after, written_out in zip(values(expr), simple, unrolled, strict=True):
        if before is not None:
            assert before == after == written_out


@settings(max_examples=600, deadline=None)
@given(st.one_of(numbers(2), numbers()))
def test_a_number_stays_the_same_and_gets_no_new_error(expr: Expr) -> None:
    check_same(expr)


@settings(max_examples=600, deadline=None)
@given(st.one_of(conditions(2), conditions()))
def test_a_condition_stays_the_same_and_gets_no_new_error(expr: Expr) -> None:
    check_same(expr)


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("1 + 2 * 3", "7"),
        ("1/2 + 1/2", "1"),
        ("x + 0", "x"),
        ("0 + x", "x"),
        ("x * 1", "x"),
        ("x * 0", "0"),
        ("0 - x", "-x"),
        ("--x", "x"),
        ("x ^ 0", "1"),
        ("x + 1 + 2", "x + 3"),
        ("x + 1 - 3", "x - 2"),
        ("x - 2 + 2", "x"),
        ("1 / 0", "1 / 0"),
        ("10 ^ 10 ^ 10", "10 ^ 10000000000"),
        ("min(3, 2)", "2"),
        ("floor(7/2)", "3"),
        ("log(8, 3)", "log(8, 3)"),
        ("if 1 < 2 then x else 1 / 0", "x"),
        ("if x = 1 then 2 else 2", "2"),
        ("if x = 1 then true else false", "x = 1"),
        ("prize[1 + 1]", "-1"),
        ("prize[1]", "prize[1]"),
        ("cell[1 + 1]", "cell[2]"),
    ],
)
def test_laws_of_numbers(text: str, simple: str) -> None:
    assert show(simplify(parse_text(text), tables=LAYOUT.tables)) == simple


def test_tables_of_truth_values_give_truth_values() -> None:
    tables = {"safe": TableLayout(((1, 2),), (True, False))}
    assert show(simplify(parse_text("safe[1] and x = 1"), tables=tables)) == "x = 1"


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("sum(i in 1..3: x * i)", "x + (x * 2 + x * 3)"),
        ("any(i in {1, 4..5}: x = i)", "x = 1 or (x = 4 or x = 5)"),
        ("max(i in 1..3: cell[i])", "max(cell[1], cell[2], cell[3])"),
        ("sum(i in 1..3, j in i..3: 1)", "6"),
        ("count(i in 1..2: x = i)", "(if x = 1 then 1 else 0) + (if x = 2 then 1 else 0)"),
        ("all(i in 2..1: x = i)", "true"),
        ("sum(i in 1..x: i)", "sum(i in 1..x: i)"),
        ("sum(i in 1..10^30: i)", "sum(i in 1..1000000000000000000000000000000: i)"),
    ],
)
def test_small_folds_are_written_out_on_request(text: str, simple: str) -> None:
    assert show(simplify(parse_text(text), unroll=True)) == simple


def test_folds_stay_unless_asked() -> None:
    assert show(simplify(parse_text("sum(i in 1..1 + 1: x * i)"))) == "sum(i in 1..2: x * i)"
