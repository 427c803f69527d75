"""How many steps a game takes -> the distribution of what they gain, and the number after which a level is passed.

With F_v the turn v without ends, g_k the goal at the turn of step k, and e_k what turn k reaches by ending the game,

    P(T = k) = F_0 F_1 … F_(k-2) (F_(k-1) g_k + e_(k-1))

Steps k, k + N, k + 2N, … begin with the same vector, and each takes one more round: N series give all lengths. A series
ends when the quotients of its newest terms (see `series`) prove that its rest is a thousandth of the asked precision.
P(T <= k) begins with g_k and sweeps with ends; it is right up to the rounding errors of its sweeps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from oddsmith.plugin import Bounded, Crossing, Finding, NoRoundsError, Spread, Status
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.series import Series

TAIL = 1e-3
"""What is not listed of a distribution is so much less probable than the asked precision."""
LOOK_AGAIN = 8
"""Rounds between two looks at the rest."""
MOST_ROUNDS = 20_000
MOST_VAIN = 50
"""Looks at terms that have lost their digits, or are zero, after which nothing is to be expected."""
PATIENCE = 64
"""Rounds until it is asked whether the level is ever passed."""


@dataclass
class Listed:
    """Probabilities by number of steps."""

    numbers: dict[int, tuple[float, float]] = field(default_factory=dict)
    """The value, and its relative error."""
    rests: list[float] = field(default_factory=list)
    """Of each series, at most."""
    complete: int | None = None
    """All smaller numbers of steps are listed, but for less than the smallest numbers there are; None: all are."""
    rounds: int = 0

    def spread(self, gains: tuple[int, ...], tiny: float) -> Spread:
        """The distribution of what is gained in a turn each."""

        def gained(steps: int) -> int:
            whole, part = divmod(steps, len(gains))
            return whole * sum(gains) + sum(gains[:part])

        last = None if self.complete is None else gained(self.complete)
        tail = math.fsum(self.rests)
        sums: dict[int, list[float]] = {}
        for steps, (value, error) in self.numbers.items():
            if last is not None and gained(steps) >= last:
                tail += value * (1 + error)
            elif value > 0:
                row = sums.setdefault(gained(steps), [0.0, 0.0, 0.0])
                for place, number in enumerate((value, value * (1 - error), value * (1 + error) + tiny)):
                    row[place] += number
        support = sorted(sums)
        value, lower, upper = (tuple(sums[level][place] for level in support) for place in range(3))
        whole = math.fsum(value)
        mean = math.fsum(level * p for level, p in zip(support, value, strict=True)) / whole if whole else None
        return Spread(tuple(support), value, lower, tuple(min(1.0, u) for u in upper), None, mean, tail)


@dataclass(frozen=True)
class Lengths:
    """One question."""

    operator: Operator
    last: Operator
    """The same, but ends are worth nothing: for the step after which no more is taken."""
    edge: Operator | None
    """Ends alone are worth something; None if there are none."""

    @property
    def turns(self) -> int:
        return self.operator.layers

    def within(self, steps: int, layer: int = 0) -> Bounded:
        """P(T <= steps) from a turn on: one sweep for each, backwards from the turn in which they are over."""
        x = self.operator.zeros()
        for step in range(steps, -1, -1):
            self.operator.context.check()
            (self.last if step == steps else self.operator).layer((layer + step) % self.turns, x, 1.0)
        return self._bounds(self.operator.at_start(x), steps + 1)

    def _bounds(self, value: float, sweeps: int) -> Bounded:
        error = sweeps * self.operator.error
        return Bounded(value, value * (1 - error), value * (1 + error)).within(0.0, 1.0)

    def distribution(self, gains: tuple[int, ...]) -> Finding:
        """Of the gains until the goal is reached."""
        listed = Listed()
        for place in range(self.turns):
            for steps, value, error in self._arrivals(place, listed):
                listed.numbers[steps] = (value, error)
                following = steps + self.turns
            if listed.rests[-1] > 2 * self.operator.tiny:
                listed.complete = min(following, listed.complete or following)
        spread = listed.spread(gains, 2 * self.turns * self.operator.tiny)
        wide = spread.tail > self.operator.context.precision * math.fsum(spread.probability)
        method = f"rounds, {listed.rounds} of them" + (f", rest below {spread.tail:.1g}" if spread.tail else "")
        return Finding(spread, method, Status.LOOSE if wide else Status.DONE)

    def _arrivals(self, place: int, listed: Listed) -> Iterator[tuple[int, float, float]]:
        """(k, P(T = k), relative error) for k = place, place + N, …"""
        operator, steps = self.operator, place
        x = operator.zeros()
        self.last.layer(place, x, 1.0)
        if place == 0:
            yield 0, operator.at_start(x), operator.error
            steps = self.turns
        self._first_step(steps - 1, x)
        for layer in range(steps - 2, -1, -1):
            operator.layer(layer, x, 0.0)
        yield steps, operator.at_start(x), 2 * operator.error
        series = Series(operator, operator.context.precision, x, unit=0.0)
        task = operator.context.monitor.task(f"lengths, {place + 1} of {self.turns}", "rounds")
        found, look = math.fsum(value for value, _ in listed.numbers.values()), 0
        rest, vain = math.inf, 0
        while rest > self._wanted(found + series.sums[0]):
            operator.context.check()
            looking = series.rounds >= look and series.newest[0] <= self._wanted(found + series.sums[0])
            series.compare() if looking else series.advance()
            if looking:
                rest, look = series.rest(0)[1], series.rounds + LOOK_AGAIN
                vain += series.newest[0] < operator.smallest
            steps += self.turns
            yield steps, series.newest[0], (series.rounds + 2) * operator.error
            task.advance(series.rounds, note=f"newest {series.newest[0]:.1g}")
            if series.rounds > MOST_ROUNDS or (vain > MOST_VAIN and rest == math.inf):
                raise NoRoundsError("the rest of the distribution cannot be bounded")
        task.finish()
        listed.rests.append(rest)
        listed.rounds += series.rounds

    def _wanted(self, whole: float) -> float:
        return max(TAIL * self.operator.context.precision * whole / self.turns, 2 * self.operator.tiny)

    def _first_step(self, layer: int, x: Vector) -> None:
        """The step that reaches the goal, or ends the game with it."""
        if self.edge is None:
            self.operator.layer(layer, x, 0.0)
        else:
            self.edge.layer(layer, x, 1.0)

    def quantile(self, crossing: Crossing, ever: Callable[[], Bounded]) -> Finding:
        """The number of steps at which P(T <= k) passes the level."""
        lowest, truth = self._crossed(crossing, False, ever)
        first = Bounded.of(Fraction(lowest)) if lowest is not None else Bounded.of(math.inf)
        if lowest is not None and truth is None:
            highest, _ = self._crossed(crossing, True, ever)
            first = Bounded(float(lowest), float(lowest), math.inf if highest is None else float(highest))
        return Finding(crossing.result(first), "rounds, the last one step by step")

    def _crossed(self, crossing: Crossing, surely: bool, ever: Callable[[], Bounded]) -> tuple[int | None, bool | None]:
        """The first k at which the comparison surely holds, or (not `surely`) is not surely false; and its truth."""

        def truth_of(number: Bounded) -> bool | None:
            return number.holds(crossing.operator, crossing.level)

        def arrived(truth: bool | None) -> bool:
            return truth is True or (truth is None and not surely)

        x = self.operator.zeros()
        self.last.layer(0, x, 1.0)
        steps, truth = 0, truth_of(self._bounds(self.operator.at_start(x), 1))
        while not arrived(truth):
            self.operator.context.check()
            if steps == PATIENCE * self.turns and truth_of(ever()) is False:
                return None, False
            if steps > MOST_ROUNDS * self.turns:
                if surely:
                    return None, None
                raise NoRoundsError("it is not plain whether the level is ever passed")
            ((value, *_),) = self.operator.rounds(x, 1.0)
            steps += self.turns
            truth = truth_of(self._bounds(value, steps + 1))
        low, high = max(steps - self.turns, -1), steps
        while high - low > 1 and high > 0:
            middle = (low + high) // 2
            there = truth_of(self.within(middle))
            low, high, truth = (low, middle, there) if arrived(there) else (middle, high, truth)
        return high, truth
