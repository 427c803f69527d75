"""Estimates are compared with expectations by how far chance may lead them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.nodes import Boolean
from oddsmith.process.question import Expected, Path, Probability, Question
from oddsmith.solve.answering import conclude
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.request import Finding
from oddsmith.solve.sample import Sample, p_value


def asked(expected: Fraction) -> Question:
    return Question("q", "P=? [F true]", Probability(Path("F", Boolean(True))), Expected(expected))


def found(sample: Sample) -> Finding:
    return Finding(Bounded(0.5, 0.49, 0.51), sample=sample)


def test_a_narrow_miss_is_no_contradiction() -> None:
    sample = Sample(0.99, 1000, 0.004, Bounded(0.5, 0.48, 0.52))
    answer = conclude(asked(Fraction(487, 1000)), found(sample), "simulation", 0.0)
    assert answer.ok
    assert answer.confidence == 0.99
    assert answer.z == pytest.approx(3.25)


def test_a_wide_one_is() -> None:
    sample = Sample(0.99, 1000, 0.004, Bounded(0.5, 0.48, 0.52))
    assert conclude(asked(Fraction(1, 4)), found(sample), "simulation", 0.0).ok is False


def test_other_play_is_not_compared() -> None:
    sample = Sample(0.99, 1000, 0.004, Bounded(0.5, 0.48, 0.52), expectable=False)
    answer = conclude(asked(Fraction(1, 4)), found(sample), "simulation", 0.0)
    assert answer.ok is None
    assert answer.z is None


def test_p_values_are_those_of_the_normal_distribution() -> None:
    assert p_value(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert p_value(-1.959964) == p_value(1.959964)
