"""The draws of a branch -> which of them take a new random word, and which go on with the one before.

A word w, seen as a number in 0..1, gives a value of 0..n-1 as floor(n w), and what is left, n w - floor(n w), serves
for the next draw (Lemire: "Fast random integer generation in an interval", 2019). After draws of n1, n2, … values the
probabilities are off by at most n1 n2 … / 2^64, so a word is given up when that would pass 2^-44.
"""

from __future__ import annotations

from oddsmith.plugin import Branch, Draw, Number, Uniform

MOST_SHARED = 1 << 20
"""The product of the numbers of values that may be drawn from one word."""


def fixed_size(draw: Draw) -> int | None:
    """How many values there are to draw from, where that is written in the spec."""
    domain = draw.domain
    if not isinstance(domain, Uniform):
        return None
    low, high = domain.low, domain.high
    if isinstance(low, Number) and isinstance(high, Number) and high.value >= low.value:
        return int(high.value) - int(low.value) + 1
    return None


def fresh(branch: Branch) -> tuple[bool, ...]:
    """For each draw whether it takes a new word."""
    spent: int | None = None
    found: list[bool] = []
    for draw in branch.draws:
        size = fixed_size(draw)
        if size is None:
            found.append(True)
            spent = None
            continue
        if size == 1:
            found.append(False)
            continue
        goes_on = spent is not None and spent * size <= MOST_SHARED
        found.append(not goes_on)
        spent = size * (spent or 1) if goes_on else size
    return tuple(found)
