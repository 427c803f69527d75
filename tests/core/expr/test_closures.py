"""Operators become functions of a state."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.closures import arithmetic, comparison, conjunction, constant, disjunction, located, whole
from oddsmith.expr.values import EvaluationError
from oddsmith.source import Source, Span


def test_a_chain_evaluates_each_operand_once() -> None:
    seen: list[int] = []

    def middle(state: tuple[int, ...]) -> int:
        seen.append(state[0])
        return state[0]

    chain = comparison(constant(0), ["<", "<"], [middle, constant(5)])
    assert [chain((value,)) for value in (-1, 3, 7)] == [False, True, False]
    assert seen == [-1, 3, 7]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_junctions_are_truth_values_for_any_number_of_operands(size: int) -> None:
    for place in range(size):
        one_false = [constant(0 if i == place else 1) for i in range(size)]
        one_true = [constant(1 if i == place else 0) for i in range(size)]
        assert conjunction(one_false)(()) is False
        assert disjunction(one_true)(()) is True
    assert conjunction([constant(1)] * size)(()) is True
    assert disjunction([constant(0)] * size)(()) is False


def test_errors_get_the_innermost_place() -> None:
    inner, outer = (Span(Source(name, "x"), 0, 1) for name in ("inner", "outer"))
    failing = located(located(arithmetic("/", constant(1), constant(0)), inner), outer)
    with pytest.raises(EvaluationError) as caught:
        failing(())
    assert caught.value.span is inner


def test_large_sums_stay_exact_until_they_are_absurd() -> None:
    assert arithmetic("+", constant(2**62), constant(1))(()) == 2**62 + 1
    with pytest.raises(EvaluationError, match="too large"):
        arithmetic("*", constant(2**4000), constant(2**4000))(())


def test_whole_numbers_only() -> None:
    assert whole(3) == 3
    with pytest.raises(EvaluationError, match="1/2 is not a whole number"):
        whole(Fraction(1, 2))
