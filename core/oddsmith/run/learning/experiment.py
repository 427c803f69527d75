"""What an experiment with learners is to do, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from oddsmith.learn.styles import Style
from oddsmith.run.learning.student import quantile
from oddsmith.run.plan import Step
from oddsmith.source import Span
from oddsmith.spec.game import Constant

CONFIDENCE = 0.95
POINTS = 100
"""Most points of a curve that are kept."""


@dataclass(frozen=True)
class Company:
    """Who sits at the other seats: a style for each."""

    name: str
    styles: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Experiment:
    """Each learner plays `games` games of `hands` hands against each company."""

    learners: tuple[tuple[str, Step], ...]
    """What each is called in the report, and the plugin with its options."""
    companies: tuple[Company, ...]
    styles: tuple[Style, ...]
    hands: int = 1000
    games: int = 10
    rotate: bool = True
    """Whether everybody moves on by one seat after each hand."""
    text: str = ""
    """As it stands in the pipeline file."""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Gains:
    """What a learner gained: [games, hands]; and the others in the same games: [games, persons]."""

    learner: str
    hands: NDArray[np.float64]
    others: NDArray[np.float64]

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """[games]"""
        found: NDArray[np.float64] = self.hands.sum(axis=1)
        return found

    @property
    def mean(self) -> float:
        return float(self.totals.mean())

    @cached_property
    def margin(self) -> float:
        """Half the width of the confidence interval of the mean (Student's t over games; infinite for one game)."""
        return float(self._margins(self.totals[:, None])[0])

    @cached_property
    def lead(self) -> tuple[float, float]:
        """By how much it is ahead of the one of the others who gained most, and half the width of the interval."""
        most = self.others[:, self.others.mean(axis=0).argmax()]
        ahead = self.totals - most
        return float(ahead.mean()), float(self._margins(ahead[:, None])[0])

    @property
    def curve(self) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
        """Numbers of hands, the mean gain up to there, and half the width of its confidence interval."""
        hands = self.hands.shape[1]
        places = np.unique(np.linspace(1, hands, min(POINTS, hands)).astype(np.int64))
        sums = np.cumsum(self.hands, axis=1)[:, places - 1]
        return places, sums.mean(axis=0), self._margins(sums)

    def _margins(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        games = len(sums)
        if games < 2:
            return np.full(sums.shape[1], np.inf)
        width = quantile(CONFIDENCE, games - 1)
        found: NDArray[np.float64] = width * sums.std(axis=0, ddof=1) / sqrt(games)
        return found


@dataclass(frozen=True)
class CompanyOutcome:
    """What can be gained against a company, and what was."""

    company: Company
    limit: float
    """The expectation of the best response to the true habits over a whole game: no learner can expect more."""
    gains: tuple[Gains, ...]


@dataclass(frozen=True)
class LearningOutcome:
    """A finished experiment."""

    game: str
    spec: str
    constants: tuple[Constant, ...]
    experiment: Experiment
    seed: int
    histories: int
    information_sets: int
    plays: int
    companies: tuple[CompanyOutcome, ...]
    seconds: dict[str, float]
    """By stage."""
    peak_memory: int
    kernel: str = ""
    """The kernel that explored the game."""

    @property
    def mean_limit(self) -> float:
        return float(np.mean([one.limit for one in self.companies]))

    def mean_gain(self, learner: int) -> float:
        """Over all companies."""
        return float(np.mean([one.gains[learner].mean for one in self.companies]))
