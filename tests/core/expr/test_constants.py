"""Constant nodes and their values."""

from __future__ import annotations

from fractions import Fraction

from oddsmith.expr.constants import calculate, literal, value_of
from oddsmith.expr.nodes import Boolean, Name, Number, Symbol


def test_values_of_nodes() -> None:
    nodes = (Number(3), Boolean(False), Symbol("roll", 1), Name("x"))
    assert [value_of(node) for node in nodes] == [3, False, 1, None]


def test_literals_keep_truth_values_and_whole_numbers() -> None:
    assert literal(True) == Boolean(True)
    assert literal(Fraction(4, 2)) == Number(2)


def test_calculation_leaves_alone_what_has_no_value() -> None:
    other = Name("other")
    assert calculate("+", (Number(1), Number(2)), other) == Number(3)
    assert calculate("max", (Number(1), Number(2)), other) == Number(2)
    assert calculate("/", (Number(1), Number(0)), other) is other
    assert calculate("+", (Number(1), Name("x")), other) is other
    assert calculate("abs", (Number(1), Number(2)), other) is other
    assert calculate("min", (), other) is other
