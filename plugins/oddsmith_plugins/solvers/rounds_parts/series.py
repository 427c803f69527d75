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

import numpy as np

from oddsmith.plugin import Array, Bounded, Context, compiled, f64, i64, inf
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector

UNIT = 2.0**-53
TINY = 1e-290
"""More than all underflows of a run add up to."""
SMALLEST = 1e-280
"""Smaller terms may have lost digits to underflow: nothing is concluded from them."""
SLAB = 1 << 22
LOOK_FIRST = 64
"""Rounds after which the quotients are looked at for the first time, unless little seems to be left before."""
MOST_ROUNDS = 1_000_000


@compiled
def quotients(first: i64, last: i64, old: Array[f64], new: Array[f64], result: Array[f64]):
    """result := largest and smallest new / old where old > 0; infinity where new > 0 alone, or old is too small."""
    high = result[0]
    low = result[1]
    for i in range(first, last):
        a = old[i]
        b = new[i]
        q = b / a
        if a >= SMALLEST:
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
    context: Context
    cells: int
    initial: int
    rounds: int = 0
    sums: list[float] = field(default_factory=list)
    newest: list[float] = field(default_factory=list)
    before: list[float] = field(default_factory=list)
    """The terms before the newest."""
    weighted: list[float] = field(default_factory=list)
    """Sum of n times the nth term: times the rounding error of a round it is the error of the sum."""
    high: float = inf
    low: float = 0.0
    over: bool = False
    """Whether all further terms are zero."""

    def __post_init__(self) -> None:
        self.context.need(8 * self.cells, f"one vector over {self.cells:,} cells")
        self.term: Vector = np.zeros(self.cells)
        self.previous: Vector | None = None
        layers = len(self.operator.programs)
        self.sums, self.newest, self.weighted = [0.0] * layers, [0.0] * layers, [0.0] * layers
        operations = sum(program.entries + 8 for program in self.operator.programs)
        self.error = operations * UNIT * 1.01

    def advance(self) -> None:
        """One more term."""
        self.before = self.newest
        self.newest = self.operator.round(self.term, 0.0 if self.rounds else 1.0, self.initial)
        self.rounds += 1
        for place, value in enumerate(self.newest):
            self.sums[place] += value
            self.weighted[place] += value * self.rounds

    def compare(self) -> None:
        """One more term, and its quotients to the one before."""
        if self.previous is None:
            self.context.need(8 * self.cells, "a second vector, to bound the rest,", "ask for less with --precision")
            self.previous = np.empty_like(self.term)
        old, new = self.previous, self.term
        self._in_slabs(lambda low, high: np.copyto(old[low:high], new[low:high]))
        self.advance()
        results: list[Vector] = []

        def look(low: int, high: int) -> None:
            result = np.array([0.0, inf])
            quotients(low, high, old, new, result)
            results.append(result)

        self._in_slabs(look)
        self.high, self.low = max(r[0] for r in results), min(r[1] for r in results)
        self.over = self.high == 0.0 or (self.low == inf and self.high < inf)

    def _in_slabs(self, work: Callable[[int, int], None]) -> None:
        """Do something with all cells, in threads."""
        assert quotients.address, "compiled here, not by several threads at once"
        cuts = [(low, min(low + SLAB, self.cells)) for low in range(0, self.cells, SLAB)]
        for done in [self.operator.pool.submit(work, *cut) for cut in cuts]:
            done.result()

    def bounds(self, layer: int) -> Bounded:
        """What is known of the whole sum."""
        total, newest = self.sums[layer], self.newest[layer]
        slack = self.error * self.weighted[layer] + (self.rounds + 4) * UNIT * total + TINY * (total > 0)
        lower, upper = total - slack, total + slack
        if self.over:
            return Bounded(total, max(lower, 0.0) if total else 0.0, upper if total else 0.0)
        step = self.error + 8 * UNIT
        trust = self.rounds * self.error + 16 * UNIT
        low, high = self.low * (1 - step), self.high * (1 + step)
        if 0 < low < 1 and high < inf:
            lower += newest * (1 - trust) * low / (1 - low) * (1 - 8 * UNIT)
        rest = newest * (1 + trust) * high / (1 - high) * (1 + 8 * UNIT) if high < 1 else inf
        upper += rest + TINY
        value = lower if upper == inf else (lower + upper) / 2
        return Bounded(value, max(lower, 0.0), upper)

    def finish(self, layers: list[int], ceiling: float, what: str) -> bool:
        """Go on until the bounds in these layers are as narrow as asked; False if they cannot become so."""
        precision = self.context.precision
        task = self.context.monitor.task(f"rounds for {what}", "rounds")
        self.advance()
        self.over = not self.term.any()
        look, patience, widest = LOOK_FIRST, 0, inf
        while not self.over:
            self.context.check()
            if self.rounds < look:
                self.advance()
                if self._rest(layers) < math.sqrt(precision):
                    look = min(look, self.rounds + 1)
            else:
                self.compare()
                widest = max(_relative(self.bounds(layer).within(0.0, ceiling)) for layer in layers)
                if widest <= precision:
                    break
                look = self.rounds + min(max(3, self._missing(widest) // 2), max(6, self.rounds // 2))
                patience = patience + 1 if self.hopeless(layers, precision) else 0
                if patience > 2 or self.rounds > MOST_ROUNDS:
                    break
            expected = self._missing(min(widest, self._rest(layers)))
            task.advance(self.rounds, self.rounds + expected, self._note(layers[0], ceiling))
        task.finish()
        return self.over or widest <= precision

    def _rest(self, layers: list[int]) -> float:
        """A guess of what is still to come, relative to the sum: the newest terms go on as they are."""
        guesses = [0.0]
        for k in layers:
            rate = self.newest[k] / self.before[k] if self.before[k] > 0 else inf
            rest = self.newest[k] * rate / (1 - rate) if rate < 1 else inf
            guesses.append(rest / self.sums[k] if self.sums[k] > 0 else inf)
        return max(guesses)

    def _missing(self, width: float) -> int:
        """A guess of the rounds until the width is as asked."""
        rates = [n / b for n, b in zip(self.newest, self.before, strict=True) if 0 < n < b]
        if not rates or width <= self.context.precision:
            return 1
        return max(1, round(math.log(self.context.precision / min(width, 1.0)) / math.log(max(rates))))

    def hopeless(self, layers: list[int], precision: float) -> bool:
        """Whether rounding alone is more than what was asked."""
        return any(2 * self.error * self.weighted[k] > precision * self.sums[k] > 0 for k in layers)

    def _note(self, layer: int, ceiling: float) -> str:
        bounds = self.bounds(layer).within(0.0, ceiling)
        if not math.isfinite(bounds.upper):
            return f"at least {bounds.lower:.6g}"
        return f"in [{bounds.lower:.9g}, {bounds.upper:.9g}]"


def _relative(bounds: Bounded) -> float:
    if bounds.lower == bounds.upper:
        return 0.0
    return (bounds.upper - bounds.lower) / bounds.lower if bounds.lower > 0 else inf
