"""The document of a run and the name of a quantity -> the number, with its bounds."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

SIZES = ("states", "transitions", "choices", "met")
"""`met`: the states that are stored, and those that a reduction has passed without storing them."""
STATISTICS = ("mean", "deviation", "mode")


@dataclass(frozen=True)
class Found:
    """A number with what is known of it."""

    value: float | bool | str
    lower: Fraction | None = None
    """None: not a finite number."""
    upper: Fraction | None = None
    exact: bool = False
    estimate: bool = False
    """Whether the bounds are those of a simulation."""
    text: str = ""
    """The fraction, where it is known."""


def quantity(document: dict[str, Any], name: str) -> Found | None:
    """`states`, `met`, `seconds`, a question, `lengths[5]` or `lengths.mean` of a distribution; None: not there."""
    if name == "met" and document.get("states") is not None:
        passed = sum(reduced.get("followed") or 0 for reduced in document.get("reductions", ()))
        return _whole(document["states"] + passed)
    if name in SIZES:
        return None if document.get(name) is None else _whole(document[name])
    if name == "seconds":
        return _float(sum(document.get("seconds", {}).values()))
    match = re.fullmatch(r"(.+)\[(-?\d+)\]", name)
    answers = {answer["name"]: answer for answer in document.get("answers", ())}
    if name in answers:
        return _answer(answers[name])
    if match and match[1] in answers:
        return _at(answers[match[1]], int(match[2]))
    stem, _, statistic = name.rpartition(".")
    if statistic in STATISTICS and stem in answers:
        return _statistic(answers[stem], statistic)
    return None


def stem(name: str) -> str:
    """The question that a quantity is about: `lengths` of `lengths[5]` and `lengths.mean`."""
    match = re.fullmatch(r"(.+)\[(-?\d+)\]", name)
    question, _, statistic = name.rpartition(".")
    return match[1] if match else question if statistic in STATISTICS else name


def _whole(value: int) -> Found:
    return Found(value, Fraction(value), Fraction(value), exact=True)


def _float(value: float) -> Found:
    return Found(value, Fraction(value), Fraction(value)) if math.isfinite(value) else Found(value)


def _answer(answer: dict[str, Any]) -> Found | None:
    value = answer["value"]
    if value is None or isinstance(value, dict):
        return None
    if isinstance(value, bool | str):
        return Found(value)
    estimate = answer.get("confidence") is not None
    if isinstance(answer.get("exact"), str):
        exact = Fraction(answer["exact"])
        return Found(float(value), exact, exact, exact=True, text=answer["exact"])
    return Found(float(value), _bound(answer["lower"]), _bound(answer["upper"]), estimate=estimate)


def _bound(value: object) -> Fraction | None:
    return Fraction(value) if isinstance(value, int | float) and math.isfinite(value) else None


def _at(answer: dict[str, Any], point: int) -> Found | None:
    """The probability of one value of a distribution; 0 of a value that it does not have."""
    spread = answer["value"]
    if not isinstance(spread, dict):
        return None
    if point not in spread["support"]:
        return Found(0.0, Fraction(0), Fraction(0))
    place = spread["support"].index(point)
    estimate = answer.get("confidence") is not None
    if isinstance(answer.get("exact"), list):
        exact = Fraction(answer["exact"][place])
        return Found(float(exact), exact, exact, exact=True, text=answer["exact"][place])
    lower, upper = _bound(answer["lower"][place]), _bound(answer["upper"][place])
    return Found(float(spread["probability"][place]), lower, upper, estimate=estimate)


def _statistic(answer: dict[str, Any], name: str) -> Found | None:
    """Of the distribution as it is printed: what lies beyond its last value is missing in it."""
    spread = answer["value"]
    if not isinstance(spread, dict):
        return None
    values = [float(Fraction(value)) for value in spread["support"]]
    weights = [float(weight) for weight in spread["probability"]]
    if name == "mode":
        return _float(values[max(range(len(weights)), key=weights.__getitem__)])
    mean = math.fsum(v * w for v, w in zip(values, weights, strict=True))
    if name == "mean":
        return _float(mean)
    return _float(math.sqrt(max(math.fsum(v * v * w for v, w in zip(values, weights, strict=True)) - mean**2, 0.0)))
