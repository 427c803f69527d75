"""Numbers that remember how they were calculated."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from oddsmith.expr.evaluate import evaluate
from oddsmith.expr.nodes import Name, Number
from oddsmith.expr.traced import Traced, formula

NUMBERS = st.fractions(min_value=-3, max_value=3, max_denominator=7)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_the_formula_has_the_value_that_the_calculation_has(
    x: Fraction, y: Fraction, other_x: Fraction, other_y: Fraction, k: Fraction
) -> None:
    def calculated(a: Fraction, b: Fraction) -> Fraction:
        return (1 - a) * b + k * a - (a + 2) / 5 + 3 / (b * b + 1) + -b

    traced = calculated(Traced.of(x, Name("x")), Traced.of(y, Name("y")))
    assert traced == calculated(x, y)
    if isinstance(traced, Traced):
        assert evaluate(traced.expr, {"x": other_x, "y": other_y}) == calculated(other_x, other_y)


def test_numbers_without_cells_are_their_own_formula() -> None:
    assert formula(Fraction(1, 2)) == Number(Fraction(1, 2))
    assert formula(Fraction(3)) == Number(3)


def test_what_changes_nothing_is_left_out() -> None:
    cell = Traced.of(Fraction(1, 3), Name("x"))
    assert (1 * cell).expr == (cell + 0).expr == (Fraction(0) + cell).expr == (cell / 1).expr == Name("x")
    assert not isinstance(0 * cell, Traced)
