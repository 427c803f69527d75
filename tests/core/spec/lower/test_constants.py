"""Expressions that must be constant, and the constant parts of others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.nodes import Boolean, Number, Symbol
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.expr.types import BOOL, INT, NUMBER, Type
from oddsmith.process.process import Function, Table
from oddsmith.source import SpecError
from oddsmith.spec.lower.constants import Constants, as_expression, ordinal
from oddsmith.spec.lower.scope import Scope

e = parse_text
COLOURS = Type("enum", ("red", "blue"))
SCOPE = Scope({"N": Number(5), "red": Symbol("red", 0)})
CONSTANTS = Constants.of(
    [Table("price", ((1, 2),), (3, None))],
    [
        Function("twice", ("x",), e("2 * x"), INT, (INT,)),
        Function("again", ("x",), e("twice(x) + price[1]"), INT, (INT,)),
        Function("reads", ("x",), e("x + f"), INT, (INT,)),
        Function("through", ("x",), e("reads(x)"), INT, (INT,)),
        Function("endless", ("x",), e("endless(x + 1)"), INT, (INT,)),
    ],
)


def refusal(text: str) -> str:
    with pytest.raises(SpecError) as caught:
        CONSTANTS.whole(e(text), SCOPE)
    return caught.value.diagnostics[0].code


def test_values() -> None:
    assert CONSTANTS.whole(e("2 * N + again(1)"), SCOPE) == 15
    assert CONSTANTS.value(e("N / 2"), SCOPE) == Fraction(5, 2)
    assert CONSTANTS.number(e("N > 3"), SCOPE) == 1
    assert CONSTANTS.holds(e("N > 3"), SCOPE) is True


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("f + 1", "E304"),
        ("1 / (N - 5)", "E306"),
        ("endless(1)", "E308"),
        ("price[2]", "E304"),
        ("N / 2", "E302"),
        ("N > 3", "E302"),
    ],
)
def test_refusals(text: str, code: str) -> None:
    assert refusal(text) == code


def test_a_condition_must_be_one() -> None:
    with pytest.raises(SpecError):
        CONSTANTS.holds(e("N"), SCOPE)


def test_literals_keep_their_type() -> None:
    assert CONSTANTS.literal(e("red"), SCOPE) == Symbol("red", 0)
    assert CONSTANTS.literal(e("N + 1"), SCOPE) == Number(6)
    assert CONSTANTS.literal(e("N = 1"), SCOPE) == Boolean(False)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("f + again(N)", "f + 13"),
        ("twice(twice(1) + 1)", "6"),
        ("twice(f)", "twice(f)"),
        ("reads(1)", "reads(1)"),
        ("through(1)", "through(1)"),
        ("endless(1)", "endless(1)"),
        ("price[1] * f", "3 * f"),
    ],
)
def test_what_is_constant_is_calculated_and_the_rest_stays(text: str, left: str) -> None:
    assert show(CONSTANTS.simplified(e(text), SCOPE)) == left


def test_a_constant_as_an_expression() -> None:
    assert as_expression(BOOL, True) == Boolean(True)
    assert as_expression(COLOURS, 1) == Symbol("blue", 1)
    assert as_expression(NUMBER, Fraction(1, 2)) == Number(Fraction(1, 2))


def test_literals_are_stored_as_whole_numbers() -> None:
    assert [ordinal(v) for v in (Number(3), Symbol("blue", 1), Boolean(True))] == [3, 1, 1]
    with pytest.raises(SpecError):
        ordinal(Number(Fraction(1, 2)))
