"""What was counted -> findings: values with confidence intervals, and how they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

from oddsmith.plugin import DOUBT, Bounded, Crossing, Distribution, Finding, Probability, Question, Sample, Spread
from oddsmith_plugins.solvers.simulation_parts.asked import Asked
from oddsmith_plugins.solvers.simulation_parts.intervals import bernstein, binomial, student
from oddsmith_plugins.solvers.simulation_parts.tallies import Tally

FINEST = 10**6
"""Values of a distribution are the nearest fractions with denominators up to this."""


@dataclass(frozen=True)
class Estimator:
    """Turns the tally of one question into its finding."""

    asked: Asked
    span: tuple[float, float] | None = None
    """Between which values every game lies, where that is known."""
    rises: bool = False
    """Whether no game can be worth less than 0."""

    optimal: bool = True
    """Whether nobody decides at random: else a best or worst value that is expected is not what is found."""

    def finding(self, tally: Tally, confidence: float, miss: float | None = None) -> Finding:
        """With `miss` (the probability that the interval is wrong) where it is not 1 - confidence."""
        miss = 1 - confidence if miss is None else miss
        value, error, method = self._estimate(tally, miss)
        judged = self._estimate(tally, DOUBT)[0]
        sample = Sample(confidence, tally.games, error, judged, self.optimal)
        games = counted(tally.games, "game")
        parts = [games if self.asked.given is None else f"{games} with the condition", method]
        return Finding(value, ", ".join([*parts, f"{tally.unknown:,} cut"] if tally.unknown else parts), sample=sample)

    def _estimate(self, tally: Tally, miss: float) -> tuple[Bounded | Spread, float | None, str]:
        query = self.asked.question.query
        if isinstance(query, Distribution):
            return _distribution(tally, miss, self.asked.question), None, "Clopper-Pearson for each value"
        if self.asked.crossing is not None:
            return _quantile(tally, miss, self.asked.crossing), None, "order statistics"
        if isinstance(query, Probability):
            return (*_probability(tally, miss), "Clopper-Pearson")
        return self._mean(tally, miss)

    def width(self, tally: Tally, miss: float) -> float:
        """Of the interval of a number."""
        value = self._estimate(tally, miss)[0]
        return value.upper - value.lower if isinstance(value, Bounded) and value.lower < value.upper else 0.0

    def _mean(self, tally: Tally, miss: float) -> tuple[Bounded, float | None, str]:
        if tally.rising or tally.falling:
            return _infinite(tally), None, "a game that goes on for ever was seen"
        games = tally.finite
        error = sqrt(tally.variance / games) if games else None
        if tally.games and self.span is not None and not tally.unknown:
            low, high = bernstein(tally.mean, tally.variance, games, self.span, miss)
            return Bounded(tally.mean, low, high), error, "empirical Bernstein"
        low, high = student(tally.mean, tally.variance, games, miss)
        value = tally.mean if games else float("nan")
        if tally.unknown:
            # The games that were cut count nothing below, and everything above.
            low, high = (max(low, 0.0) * games / tally.games if self.rises else -inf), inf
        elif self.rises:
            low = max(low, 0.0)
        return Bounded(value, low, high), error, "Student (asymptotic)"


def counted(number: int, thing: str) -> str:
    """`1 game`, `4,414 games`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _infinite(tally: Tally) -> Bounded:
    """A game that was seen to repeat itself for ever has a positive probability, so the mean is infinite for sure."""
    if tally.rising and tally.falling:
        return Bounded(float("nan"), -inf, inf)
    return Bounded.of(inf if tally.rising else -inf)


def _probability(tally: Tally, miss: float) -> tuple[Bounded, float | None]:
    hits, games = round(tally.total), tally.games
    if not games:
        return Bounded(float("nan"), 0.0, 1.0), None
    low, high = binomial(hits, games, miss, tally.unknown)
    value = hits / games if not tally.unknown else (hits + tally.unknown / 2) / games
    error = sqrt(value * (1 - value) / games) if not tally.unknown else None
    return Bounded(value, min(low, value), max(high, value)), error or None


def _distribution(tally: Tally, miss: float, question: Question) -> Spread:
    """Every value that was seen (or is expected), each with its own interval."""
    counts = {Fraction(k).limit_denominator(FINEST): n for k, n in tally.counts.items() if abs(k) < inf}
    if miss == DOUBT:
        expected = question.expect.value if question.expect is not None else None
        counts = {**dict.fromkeys(map(Fraction, expected), 0), **counts} if isinstance(expected, Mapping) else counts
    support = sorted(counts)
    bands = [binomial(counts[k], tally.games, miss, tally.unknown) for k in support]
    whole = tuple(int(k) if k.denominator == 1 else k for k in support)
    share = tuple(counts[k] / tally.games for k in support)
    mean = tally.mean if tally.finite == tally.games else None
    return Spread(whole, share, tuple(low for low, _ in bands), tuple(high for _, high in bands), mean=mean)


def _quantile(tally: Tally, miss: float, crossing: Crossing) -> Bounded:
    """The first k with P(T <= k) above the level: where the interval of P(T <= k) begins and ends to be above it."""
    level, below = crossing.level, 0
    first: dict[str, float] = {}
    for k in sorted({0.0, *tally.counts}):
        below += tally.counts[k]
        if k == inf:
            break
        low, high = binomial(below, tally.games, miss, tally.unknown)
        for name, share in (("lower", high), ("value", below / tally.games), ("upper", low)):
            if name not in first and (share > level or (crossing.operator == ">=" and share >= level)):
                first[name] = k
    value = first.get("value", inf)
    return crossing.result(Bounded(value, first.get("lower", inf), first.get("upper", inf)))
