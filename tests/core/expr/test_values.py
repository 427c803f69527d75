"""Arithmetic is exact, and refuses what has no answer or an absurd one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.values import (
    EvaluationError,
    Value,
    checked,
    divide,
    floor_divide,
    greatest_common_divisor,
    logarithm,
    modulo,
    normal,
    power,
)


def test_whole_fractions_become_integers() -> None:
    for value in (normal(Fraction(4, 2)), divide(6, 3), power(Fraction(1, 2), -1), checked(Fraction(2))):
        assert value == 2
        assert type(value) is int


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        (2, 10, 1024),
        (2, -2, Fraction(1, 4)),
        (Fraction(1, 2), 3, Fraction(1, 8)),
        (0, 0, 1),
        (-1, 10**30, 1),
        (-1, 7, -1),
        (1, 10**30, 1),
        (0, 10**30, 0),
    ],
)
def test_powers(base: Value, exponent: int, expected: Value) -> None:
    assert power(base, exponent) == expected


@pytest.mark.parametrize(("base", "exponent"), [(10, 10**10), (2, 10**30), (Fraction(1, 2), 10**9), (3, -(10**12))])
def test_powers_that_would_eat_the_machine_are_refused_before_they_are_computed(base: Value, exponent: int) -> None:
    with pytest.raises(EvaluationError) as caught:
        power(base, exponent)
    assert caught.value.code == "E612"


@pytest.mark.parametrize(
    ("value", "base", "expected"),
    [(8, 2, 3), (1, 7, 0), (Fraction(1, 8), 2, -3), (8, Fraction(1, 2), -3), (Fraction(4, 9), Fraction(2, 3), 2)],
)
def test_exact_logarithms(value: Value, base: Value, expected: int) -> None:
    assert logarithm(value, base) == expected


@pytest.mark.parametrize(
    ("value", "base"), [(9, 2), (Fraction(1, 9), 2), (0, 2), (-8, 2), (8, 1), (8, 0), (2, 1 + Fraction(1, 10**300))]
)
def test_other_logarithms_are_refused(value: Value, base: Value) -> None:
    with pytest.raises(EvaluationError):
        logarithm(value, base)


def test_modulo_has_the_sign_of_the_divisor() -> None:
    assert [modulo(7, 3), modulo(-7, 3), modulo(7, -3), floor_divide(-7, 3)] == [1, 2, -2, -3]


@pytest.mark.parametrize("operation", [divide, floor_divide, modulo])
def test_division_by_zero_is_refused(operation: type) -> None:
    with pytest.raises(EvaluationError) as caught:
        operation(1, 0)
    assert caught.value.code == "E605"


def test_greatest_common_divisors_are_of_whole_numbers() -> None:
    assert greatest_common_divisor(12, 18, 8) == 2
    with pytest.raises(EvaluationError):
        greatest_common_divisor(Fraction(1, 2), 3)
