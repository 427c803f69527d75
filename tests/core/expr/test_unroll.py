"""Folds over few constants are written out, flat."""

from __future__ import annotations

import pytest

from oddsmith.expr.nodes import Fold, Name, Number
from oddsmith.expr.parse import height, parse_text
from oddsmith.expr.show import show
from oddsmith.expr.unroll import MOST_UNROLLED, balanced, unrolled


def written(text: str) -> str | None:
    expr = parse_text(text)
    assert isinstance(expr, Fold)
    found = unrolled(expr, lambda node: node)
    return None if found is None else show(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prod(i in {2, x}: i + 1)", "(2 + 1) * (x + 1)"),
        ("sum(i in 1..2, j in i..2: a[i, j])", "a[1, 1] + (a[1, 2] + a[2, 2])"),
        ("sum(i in 1..2, i in 5..5: i)", "5 + 5"),
        ("min(i in 1..1: i)", "min(1)"),
        ("min(i in {}: i)", None),
        ("sum(i in 1..n: i)", None),
        (f"sum(i in 1..{MOST_UNROLLED + 1}: i)", None),
        ("sum(i in 1..100, j in 1..100: i)", None),
    ],
)
def test_folds_written_out(text: str, expected: str | None) -> None:
    assert written(text) == expected


def test_many_terms_make_a_flat_tree() -> None:
    terms = [Name(f"x{i}") for i in range(1000)]
    assert height(balanced("+", terms)) <= 11
    assert balanced("+", [Number(1)]) == Number(1)
