"""One round applied again and again -> the sum of all rounds at the initial cell, with a proved bound.

With R one round without ends and b what is decided within the first round, the value is  x = b + R b + R^2 b + …
Only the newest term d_n = R^n b is kept as a vector (of the others their values at the initial cell), so the partial
sums are lower bounds. All terms are nonnegative and R is monotone:  low d_n <= R d_n <= high d_n  in every cell proves

    d low / (1 - low)  <=  d_{n+2} + d_{n+3} + …  <=  d high / (1 - high)    with d = d_{n+1}, at every cell and layer

(the quotients of L. Collatz, "Einschließungssatz für die charakteristischen Zahlen von Matrizen", 1942; here they bound
the rest of a series, not an eigenvalue). Taking them needs the vector twice. Stops when the bounds are as narrow as
asked, relative to the value.

Rounding: nothing is subtracted, so a term is right up to a factor (1 + error)^n, error being the operations of a round
times 2^-53; the bounds are widened by that much of each term, and the quotients by one round's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from oddsmith.plugin import Array, Bounded, compiled, f64, i64, inf
from oddsmith_plugins.solvers.bounds import relative_width
from oddsmith_plugins.solvers.rounds_parts.operator import UNIT, Operator, Seen, Vector

LOOK_FIRST = 64
"""Rounds after which the quotients are looked at for the first time, unless little seems to be left before."""
MOST_ROUNDS = 1_000_000
HALF = 2.0**-20
"""What the upper half of a double misses of it, at most."""


@compiled
def quotients(count: i64, smallest: f64, old: Array[f64], new: Array[f64], result: Array[f64]):
    """result := largest and smallest new / old where old > 0; infinity where new > 0 alone, or old is too small."""
    high = 0.0
    low = inf
    for i in range(count):
        a = old[i]
        b = new[i]
        q = b / a
        if a >= smallest:
            high = max(high, q)
            low = min(low, q)
        elif a > 0.0 or b > 0.0:
            high = inf
    result[0] = high
    result[1] = low


@dataclass
class Series:
    """The sum of the terms so far, at the initial cell in every layer."""

    operator: Operator
    precision: float
    term: Vector
    """The newest term, or, before the first round, the vector that the series begins with."""
    unit: float = 1.0
    """What the ends are worth in the first round: 1 makes b of the zero vector, 0 adds nothing to the term given."""
    rounds: int = 0
    sums: Seen = field(default_factory=list)
    newest: Seen = field(default_factory=list)
    before: Seen = field(default_factory=list)
    """The terms before the newest."""
    weighted: Seen = field(default_factory=list)
    """Sum of n times the nth term: times the rounding error of a round it is the error of the sum."""
    high: float = inf
    low: float = 0.0
    over: bool = False
    """Whether all further terms are zero."""
    look: int = LOOK_FIRST
    """The round after which the quotients are looked at next."""
    widest: float = inf
    """The relative width of the bounds when they were looked at last."""
    patience: int = 0

    def __post_init__(self) -> None:
        self.previous: Vector | None = None
        self.sums, self.newest, self.weighted = ([0.0] * self.operator.layers for _ in range(3))
        self.error = self.operator.error

    def record(self) -> dict[str, Any]:
        """The numbers without which the term alone is worth nothing, for a checkpoint."""
        names = ("unit", "rounds", "sums", "newest", "before", "weighted", "high", "low", "over", "look", "widest")
        return {name: getattr(self, name) for name in names}

    def restore(self, record: dict[str, Any]) -> None:
        """Go on from a record."""
        for name, value in record.items():
            setattr(self, name, value)

    def advance(self, count: int = 1) -> None:
        """So many more terms."""
        for seen in self.operator.rounds(self.term, self.unit, count):
            self.before, self.newest = self.newest, seen
            self.rounds += 1
            for place, value in enumerate(seen):
                self.sums[place] += value
                self.weighted[place] += value * self.rounds
        self.unit = 0.0

    def begin(self) -> None:
        """The first term."""
        self.advance()
        self.over = not self._any()

    def _any(self) -> bool:
        some = any(self.operator.parts(lambda part: bool(self.term[part].any())))
        return self.operator.team.join(float(some), "max") > 0

    def compare(self) -> None:
        """One more term, and its quotients to the one before, of which half the digits are enough."""
        single, term = self.operator.single, self.term
        if self.previous is None:
            self.previous = self.operator.zeros(halves=not single)
        kept = self.previous

        def keep(part: slice) -> None:
            kept[part] = term[part] if single else term[part].view(np.uint32)[1::2]

        def look(part: slice) -> tuple[float, float]:
            old, result = np.zeros(part.stop - part.start), np.zeros(2)
            if single:
                old[:] = kept[part]
            else:
                old.view(np.uint32)[1::2] = kept[part]
            new = term[part].astype(np.float64) if single else term[part]
            quotients(len(old), self.operator.smallest, old, new, result)
            return float(result[0]), float(result[1])

        assert quotients.address, "compiled here, not by several threads at once"
        self.operator.parts(keep)
        self.advance()
        results = self.operator.parts(look)
        self.high = self.operator.team.join(max((r[0] for r in results), default=0.0), "max")
        self.low = self.operator.team.join(min((r[1] for r in results), default=inf), "min") / (1 + HALF)
        self.over = self.high == 0.0 or (self.low == inf and self.high < inf)

    def bounds(self, layer: int) -> Bounded:
        """What is known of the whole sum."""
        total = self.sums[layer]
        slack = self.error * self.weighted[layer] + (self.rounds + 4) * UNIT * total + self.operator.tiny * (total > 0)
        lower, upper = total - slack, total + slack
        if self.over:
            return Bounded(total, max(lower, 0.0) if total else 0.0, upper if total else 0.0)
        least, most = self.rest(layer)
        lower, upper = lower + least, upper + most
        value = lower if upper == inf else (lower + upper) / 2
        return Bounded(value, max(lower, 0.0), upper)

    def rest(self, layer: int) -> tuple[float, float]:
        """What is still to come, at least and at most."""
        if self.over:
            return 0.0, 0.0
        newest = self.newest[layer]
        step = self.error + 8 * UNIT
        trust = self.rounds * self.error + 16 * UNIT
        low, high = self.low * (1 - step), self.high * (1 + step)
        known = 0 < low < 1 and high < inf
        least = newest * (1 - trust) * low / (1 - low) * (1 - 8 * UNIT) if known else 0.0
        most = newest * (1 + trust) * high / (1 - high) * (1 + 8 * UNIT) if high < 1 else inf
        return least, most + self.operator.tiny

    def finish(self, layers: list[int], ceiling: float, what: str, pause: Callable[[Series, int], bool]) -> None:
        """Go on until the bounds in these layers are as narrow as asked, or cannot become so.

        `pause` is called after every few rounds, with a guess of how many are missing; it may keep the series for
        later, and ends it with False.
        """
        task = self.operator.context.monitor.task(f"rounds for {what}", "rounds")
        if not self.rounds:
            self.begin()
        going = True
        while going and not self.over:
            self.operator.context.check()
            going = self._step(layers, ceiling)
            missing = self.missing(min(self.widest, self._rest(layers)))
            task.advance(self.rounds, self.rounds + missing, self._note(layers[0], ceiling))
            going = going and pause(self, missing)
        task.finish()

    def _step(self, layers: list[int], ceiling: float) -> bool:
        """A few rounds, or one and a look at the bounds; False where more are of no use."""
        if self.rounds < self.look:
            self.advance(min(self.operator.burst, self.look - self.rounds))
            if self._rest(layers) < math.sqrt(self.precision):
                self.look = min(self.look, self.rounds + 1)
            return True
        self.compare()
        found = [self.bounds(layer).within(0.0, ceiling) for layer in layers]
        self.widest = max(relative_width(bounds.lower, bounds.upper) for bounds in found)
        self.look = self.rounds + min(max(3, self.missing(self.widest) // 2), max(6, self.rounds // 2))
        self.patience = self.patience + 1 if self.hopeless(layers) else 0
        return self.widest > self.precision and self.patience <= 2 and self.rounds <= MOST_ROUNDS

    def _rest(self, layers: list[int]) -> float:
        """A guess of what is still to come, relative to the sum: the newest terms go on as they are."""
        guesses = [0.0]
        for k in layers:
            rate = self.newest[k] / self.before[k] if self.before[k] > 0 else inf
            rest = self.newest[k] * rate / (1 - rate) if rate < 1 else inf
            guesses.append(rest / self.sums[k] if self.sums[k] > 0 else inf)
        return max(guesses)

    def missing(self, width: float) -> int:
        """A guess of the rounds until the width is as asked."""
        rates = [n / b for n, b in zip(self.newest, self.before, strict=True) if 0 < n < b]
        if not rates or width <= self.precision:
            return 1
        return max(1, round(math.log(self.precision / min(width, 1.0)) / math.log(max(rates))))

    def hopeless(self, layers: list[int]) -> bool:
        """Whether rounding alone is more than what was asked."""
        return any(2 * self.error * self.weighted[k] > self.precision * self.sums[k] > 0 for k in layers)

    def _note(self, layer: int, ceiling: float) -> str:
        bounds = self.bounds(layer).within(0.0, ceiling)
        if not math.isfinite(bounds.upper):
            return f"at least {bounds.lower:.6g}"
        return f"in [{bounds.lower:.9g}, {bounds.upper:.9g}]"
