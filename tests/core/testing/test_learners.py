"""The check for authors of learners passes good ones and catches bad ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from oddsmith.plugin import Ending, Learner, Match, Mind, Turn
from oddsmith.testing import check_learner


class Careless(Mind):
    def __init__(self, match: Match, seen: list[Ending], spoil: bool) -> None:
        self.match, self.seen, self.spoil = match, seen, spoil

    def decide(self, turn: Turn) -> int:
        return turn.moves[len(self.seen) // 3 % 2]

    def remember(self, ending: Ending) -> None:
        self.seen.append(ending)
        if self.spoil:
            np.multiply(self.match.payoffs, 2, out=self.match.payoffs)


@dataclass(frozen=True)
class Good(Learner):
    """Good."""

    name: ClassVar[str] = "good"

    def begin(self, match: Match) -> Mind:
        return Careless(match, [], spoil=False)


def test_a_learner_that_begins_anew_is_fine() -> None:
    check_learner(Good())


def test_a_learner_that_remembers_other_games_is_caught() -> None:
    seen: list[Ending] = []

    @dataclass(frozen=True)
    class Elephant(Learner):
        """Elephant."""

        name: ClassVar[str] = "elephant"

        def begin(self, match: Match) -> Mind:
            return Careless(match, seen, spoil=False)

    with pytest.raises(AssertionError, match="remembers the game before"):
        check_learner(Elephant())


def test_a_learner_that_spoils_the_match_is_caught() -> None:
    @dataclass(frozen=True)
    class Vandal(Learner):
        """Vandal."""

        name: ClassVar[str] = "vandal"

        def begin(self, match: Match) -> Mind:
            return Careless(match, [], spoil=True)

    with pytest.raises(AssertionError, match="learner vandal"):
        check_learner(Vandal())
