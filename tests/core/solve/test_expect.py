"""Expected answers are compared exactly, within their tolerance, or within the bounds of the answer."""

import math
from fractions import Fraction

import pytest

from oddsmith.process.question import Expected
from oddsmith.solve.answer import Spread
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.expect import agrees

THIRD = Fraction(1, 3)
EXACT = Bounded.of(THIRD)
CLOSE = Bounded(0.3333, 0.3332, 0.3334)


@pytest.mark.parametrize(
    ("expected", "value", "verdict"),
    [
        (Expected(THIRD), EXACT, True),
        (Expected(Fraction(1, 4)), EXACT, False),
        (Expected(Fraction(333, 1000)), EXACT, False),
        (Expected(Fraction(333, 1000), tolerance=Fraction(1, 2000)), EXACT, True),
        (Expected(THIRD), CLOSE, True),
        (Expected(Fraction(1, 4)), CLOSE, False),
        (Expected(Fraction(335, 1000), tolerance=Fraction(1, 500)), CLOSE, True),
        (Expected(math.inf), Bounded.of(math.inf), True),
        (Expected(math.inf), CLOSE, False),
        (Expected(Fraction(1)), Bounded.of(math.inf), False),
        (Expected(True), True, True),
        (Expected(True), False, False),
        (Expected(True), CLOSE, False),
    ],
)
def test_numbers_and_truths(expected, value, verdict):
    assert agrees(expected, value) is verdict


def test_distributions_value_by_value():
    spread = Spread((0, 2), (0.25, 0.75), (0.2499, 0.7499), (0.2501, 0.7501))
    quarter = Fraction(1, 4)
    assert agrees(Expected({0: quarter, 2: 3 * quarter}), spread)
    assert agrees(Expected({0: quarter, 1: Fraction(0), 2: 3 * quarter}), spread)
    assert not agrees(Expected({0: quarter, 1: quarter, 2: 2 * quarter}), spread)
    assert not agrees(Expected({2: 3 * quarter}), spread)
    assert not agrees(Expected(quarter), spread)
