"""Numbers of a run by their names."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.study.quantity import quantity

HALF = {"name": "half", "value": 0.5, "lower": 0.49, "upper": 0.51, "exact": None}
THIRD = {"name": "third", "value": 1 / 3, "lower": 0.3, "upper": 0.4, "exact": "1/3"}
SPREAD = {
    "name": "lengths",
    "value": {"support": [0, 2], "probability": [0.25, 0.75]},
    "lower": [0.25, 0.75],
    "upper": [0.25, 0.75],
    "exact": ["1/4", "3/4"],
}
TRUE = {"name": "sure", "value": True, "lower": 0.9, "upper": 1.0, "exact": None}
ENDLESS = {"name": "endless", "value": "Infinity", "lower": "Infinity", "upper": "Infinity", "exact": None}
DOCUMENT: dict[str, Any] = {
    "states": 7,
    "transitions": 12,
    "answers": [HALF, THIRD, SPREAD, TRUE, ENDLESS],
    "seconds": {"load": 0.25, "solve": 0.5},
}


def test_sizes_and_times() -> None:
    assert quantity(DOCUMENT, "states").value == 7  # type: ignore[union-attr]
    assert quantity(DOCUMENT, "seconds").value == 0.75  # type: ignore[union-attr]


def test_an_answer_has_its_bounds_or_its_fraction() -> None:
    half, third = quantity(DOCUMENT, "half"), quantity(DOCUMENT, "third")
    assert half is not None
    assert third is not None
    assert (half.lower, half.upper, half.exact) == (Fraction(0.49), Fraction(0.51), False)
    assert (third.lower, third.upper, third.exact) == (Fraction(1, 3), Fraction(1, 3), True)


def test_truth_and_infinity_are_what_they_are() -> None:
    assert quantity(DOCUMENT, "sure").value is True  # type: ignore[union-attr]
    assert quantity(DOCUMENT, "endless").value == "Infinity"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "value"),
    [("lengths[2]", 0.75), ("lengths[1]", 0.0), ("lengths.mean", 1.5), ("lengths.deviation", math.sqrt(0.75)),
     ("lengths.mode", 2.0)],
)  # fmt: skip
def test_points_and_statistics_of_a_distribution(name: str, value: float) -> None:
    found = quantity(DOCUMENT, name)
    assert found is not None
    assert found.value == pytest.approx(value)


@pytest.mark.parametrize("name", ["nothing", "lengths", "half[3]", "half.mean"])
def test_what_is_not_there_is_none(name: str) -> None:
    assert quantity(DOCUMENT, name) is None


def test_states_that_were_met_but_not_stored() -> None:
    document = {"states": 10, "reductions": [{"followed": 5}, {"followed": None}, {}]}
    met, none = quantity(document, "met"), quantity({"states": None}, "met")
    assert met is not None
    assert (met.value, none) == (15, None)
