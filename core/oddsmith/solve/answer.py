"""What a question is answered with: a value, its bounds, how they were found, and whether it was expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from oddsmith.process.question import Question
from oddsmith.solve.solution import Status
from oddsmith.solve.strategy import Found


@dataclass(frozen=True)
class Spread:
    """A distribution: P(support[i]) = probability[i], each within lower[i]..upper[i]."""

    support: tuple[int | Fraction, ...]
    probability: tuple[float, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    exact: tuple[Fraction, ...] | None = None
    mean: float | None = None
    tail: float = 0.0
    """At most so probable are all larger values together."""


@dataclass(frozen=True)
class Answer:
    """One answered question."""

    question: Question
    value: float | bool | Spread | None
    """A number (may be infinite), the truth of a comparison (None: the bounds do not decide it), or a distribution;
    None also if there is no answer (Status.MISSING)."""
    lower: float
    """Bounds of the number; for a comparison those of the compared number."""
    upper: float
    method: str
    """One phrase: `interval iteration, 312 sweeps`."""
    solver: str
    """The name of the solver plugin; several are joined by `, `."""
    exact: Fraction | None = None
    status: Status = Status.DONE
    seconds: float = 0.0
    ok: bool | None = None
    """Whether it is what the spec expects; a comparison without expectation: whether it holds.
    None: nothing is expected, or the bounds do not tell."""
    strategy: Found | None = field(default=None, compare=False, repr=False)
    """How to play, where somebody decides and it was looked for."""


def missing(question: Question, reason: str) -> Answer:
    """What stands in place of an answer that could not be had."""
    return Answer(question, None, -inf, inf, reason, "", status=Status.MISSING)
