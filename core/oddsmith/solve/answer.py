"""What a question is answered with: a value, its bounds, how they were found, and whether it was expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from oddsmith.process.question import Question
from oddsmith.solve.play import Play
from oddsmith.solve.solution import Status
from oddsmith.solve.spread import Spread
from oddsmith.solve.strategy import Found

if TYPE_CHECKING:
    from oddsmith.solve.sample import Sample


__all__ = ["Answer", "Spread", "missing"]


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
    play: Play | None = field(default=None, compare=False, repr=False)
    """How everybody plays, in games with hidden information and in equilibria."""
    sample: Sample | None = None
    """Of a number that comes from games played at random: its bounds hold with a confidence, and are not proved."""

    @property
    def confidence(self) -> float | None:
        """With which probability the bounds contain the true value; None: for sure."""
        return None if self.sample is None else self.sample.confidence

    @property
    def z(self) -> float | None:
        """How many standard errors an estimate is above what was expected."""
        expected = self.question.expect
        if self.sample is None or expected is None or isinstance(expected.value, dict | bool):
            return None
        return self.sample.z(self.value, expected.value) if isinstance(self.value, float) else None


def missing(question: Question, reason: str) -> Answer:
    """What stands in place of an answer that could not be had."""
    return Answer(question, None, -inf, inf, reason, "", status=Status.MISSING)
