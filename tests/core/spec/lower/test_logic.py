"""Joining conditions and numbers."""

from __future__ import annotations

from oddsmith.expr.nodes import FALSE, TRUE, Number
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.spec.lower.logic import conjunction, total, where

e = parse_text


def test_conjunctions() -> None:
    assert conjunction([]) == TRUE
    assert show(conjunction([e("a"), e("true"), e("b")])) == "a and b"
    assert conjunction([e("a"), e("1 > 2")]) == FALSE


def test_sums() -> None:
    assert total([]) == Number(0)
    assert show(total([e("0"), e("x"), e("1")])) == "x + 1"


def test_values_under_a_condition() -> None:
    assert show(where(e("a"), e("3"))) == "if a then 3 else 0"
    assert where(e("false"), e("3")) == Number(0)
