"""Folds run through every combination of their binders."""

from __future__ import annotations

import pytest

from oddsmith.expr.evaluate import evaluate
from oddsmith.expr.parse import parse_text
from oddsmith.expr.values import EvaluationError, Value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum(i in 1..4: i)", 10),
        ("prod(i in 1..5: i)", 120),
        ("min(i in {3, 1, 2}: i * i)", 1),
        ("max(i in 1..3: -i)", -1),
        ("count(i in 1..10: i % 3 = 0)", 3),
        ("any(i in 1..3: i = 2)", True),
        ("all(i in 1..3: i < 3)", False),
        ("sum(i in 1..3, j in i..3: 10 * i + j)", 11 + 12 + 13 + 22 + 23 + 33),
        ("sum(i in {1, 4..6, 9}: i)", 25),
        ("sum(i in {n, n}: i)", 4),
        ("sum(i in 2..1: i)", 0),
        ("prod(i in 2..1: i)", 1),
        ("any(i in {}: true)", False),
        ("all(i in {}: false)", True),
        ("sum(i in 1..2: sum(i in 1..2: i))", 6),
        ("sum(i in 1..3: 1/3)", 1),
        ("min(i in 1..2, j in 1..i - 1: i + j)", 3),
        ("any(i in 1..10^30: i = 5)", True),
    ],
)
def test_folds(text: str, expected: Value) -> None:
    assert evaluate(parse_text(text), {"n": 2}) == expected


@pytest.mark.parametrize("text", ["min(i in {}: i)", "max(i in 2..1: i)"])
def test_the_extreme_of_nothing_does_not_exist(text: str) -> None:
    with pytest.raises(EvaluationError, match="of no values"):
        evaluate(parse_text(text))


def test_ranges_have_whole_ends() -> None:
    with pytest.raises(EvaluationError, match="not a whole number"):
        evaluate(parse_text("sum(i in 1/2..3: i)"))
