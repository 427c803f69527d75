"""Knows how the others truly behave, and answers with the best response: nobody can expect to gain more.

What it gains is the upper limit for every learner. Its expectation is also computed exactly beside every experiment;
played out, it tells how much of a result is luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Learner, Match, Mind, Responder, Vector, hookimpl


class Told(Responder):
    """Beliefs that are true from the beginning."""

    def beliefs(self) -> tuple[Vector, ...]:
        return self.match.habits


@dataclass(frozen=True)
class Informed(Learner):
    """Is told how the others behave: the reference that no learner can beat in the long run."""

    name: ClassVar[str] = "informed"

    def begin(self, match: Match) -> Mind:
        return Told(match)


@hookimpl
def oddsmith_learners() -> list[type[Learner]]:
    return [Informed]
