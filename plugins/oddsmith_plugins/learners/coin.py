"""Learns nothing and lets chance decide: the other end of the scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Learner, Match, Mind, Turn, hookimpl


class Tosser(Mind):
    """Every move is as likely as the others."""

    def decide(self, turn: Turn) -> int:
        return turn.moves[int(turn.chance * len(turn.moves))]


@dataclass(frozen=True)
class Coin(Learner):
    """Makes any move, all of them alike, and learns nothing."""

    name: ClassVar[str] = "coin"

    def begin(self, match: Match) -> Mind:
        return Tosser()


@hookimpl
def oddsmith_learners() -> list[type[Learner]]:
    return [Coin]
