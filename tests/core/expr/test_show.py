"""Expressions are shown with as few parentheses as it takes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.expr.nodes import Expr, Name, Number, Symbol
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.testing.expressions import conditions, numbers


@settings(max_examples=600, deadline=None)
@given(st.one_of(numbers(2), numbers()))
def test_what_is_shown_reads_as_the_same_number(expr: Expr) -> None:
    assert parse_text(show(expr)) == expr


@settings(max_examples=600, deadline=None)
@given(st.one_of(conditions(2), conditions()))
def test_what_is_shown_reads_as_the_same_condition(expr: Expr) -> None:
    assert parse_text(show(expr)) == expr


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("(a*b) + c", "a * b + c"),
        ("(-2)^2", "(-2) ^ 2"),
        ("-(2^2)", "-2 ^ 2"),
        ("2^(3^4)", "2 ^ 3 ^ 4"),
        ("(2^3)^4", "(2 ^ 3) ^ 4"),
        ("not (a = b)", "not a = b"),
        ("not (a and b)", "not (a and b)"),
        ("(a = b) = c", "(a = b) = c"),
        ("(not a) = b", "(not a) = b"),
        ("(a in 1..2) = b", "(a in 1..2) = b"),
        ("a => (b => c)", "a => b => c"),
        ("(a => b) => c", "(a => b) => c"),
        ("(if a then b else c) + 1", "(if a then b else c) + 1"),
        ("if a then b else (if c then d else e)", "if a then b else if c then d else e"),
        ("0.6 * x", "3/5 * x"),
        ("x * 0.6", "x * (3/5)"),
        ("x in {1,3,5..9}", "x in {1, 3, 5..9}"),
        ("grid[1][2]", "grid[1, 2]"),
        ("sum(i in 1..N,j in {1,2}:i*j)", "sum(i in 1..N, j in {1, 2}: i * j)"),
        ("a not in 1..6", "not a in 1..6"),
        ("next(pos[1]) - pos[1]", "next(pos[1]) - pos[1]"),
    ],
)
def test_parentheses_stand_only_where_needed(text: str, shown: str) -> None:
    assert show(parse_text(text)) == shown


def test_constants_read_as_a_player_writes_them() -> None:
    assert [show(e) for e in (Number(Fraction(-1, 3)), Number(-7), Symbol("bet", 0), Name("die.v"))] == [
        "-1/3",
        "-7",
        "bet",
        "die.v",
    ]
