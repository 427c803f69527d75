"""Outcomes to report on."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from oddsmith.expr.nodes import TRUE
from oddsmith.expr.types import BOOL, INT, NUMBER
from oddsmith.hosting.outcome import Outcome
from oddsmith.process.question import Expected, Path, Probability, Question
from oddsmith.solve.answer import Answer, Spread
from oddsmith.spec.game import Constant

Make = Callable[..., Answer]


@pytest.fixture
def answer() -> Make:
    """Make an answer; what is not given is dull."""

    def make(value: float | bool | Spread | None, lower: float = 0.0, upper: float = 1.0, **more: object) -> Answer:
        expected = more.pop("expect", None)
        name = str(more.pop("name", "win"))
        query = Probability(Path("F", TRUE))
        expect = Expected(expected) if expected is not None else None  # type: ignore[arg-type]
        question = Question(name, "P=? [F true]", query, expect)
        return Answer(question, value, lower, upper, "one sweep", "acyclic", **more)  # type: ignore[arg-type]

    return make


@pytest.fixture
def outcome(answer: Make) -> Outcome:
    constants = (
        Constant("N", INT, 5, "5"),
        Constant("p", NUMBER, Fraction(3, 5), "0.6"),
        Constant("fair", BOOL, False, "false"),
    )
    spread = Spread((0, 1, 3), (0.25, 0.5, 0.25), (0.25, 0.5, 0.25), (0.25, 0.5, 0.25), mean=1.25)
    answers = (
        answer(21 / 31, 21 / 31, 21 / 31, exact=Fraction(21, 31), ok=True, expect=Fraction(21, 31)),
        answer(float("inf"), float("inf"), float("inf"), name="length"),
        answer(True, 0.4, 0.4, name="likely", ok=True),
        answer(spread, name="gain"),
        answer(0.5, 0.49, 0.51, name="wrong", ok=False, expect=Fraction(1, 3)),
    )
    return Outcome("walk", "walk.yaml", constants, 6, 16, answers, {"load": 0.25, "solve": 0.5}, 57_000_000)
