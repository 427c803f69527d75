"""A distribution -> a few lines of bars with its mean and its mass."""

from __future__ import annotations

from oddsmith.report.numbers import significant
from oddsmith.solve.answer import Spread

BAR_WIDTH = 40
MOST_LINES = 24
FEW = 12
"""So many values are all shown, however unlikely they are."""
BLOCKS = " ▏▎▍▌▋▊▉█"


def bars(spread: Spread, sampled: bool = False) -> list[str]:
    """One line per value (or per group of neighbouring values, where there are many); sampled ones with their band."""
    groups = _groups(spread)
    bands = _bands(spread) if sampled else {}
    if not groups:
        return ["no value at all: the goal is never reached"]
    widest = max(probability for _, probability in groups) or 1.0
    width = max(len(name) for name, _ in groups)
    room = max((len(band) for band in bands.values()), default=-1) + 1
    return [
        f"{name:>{width}}  {significant(p, 4):<10} {bands.get(name, ''):<{room}}{_bar(p / widest)}".rstrip()
        for name, p in groups
    ]


def _bands(spread: Spread) -> dict[str, str]:
    """`[0.0147, 0.0164]` for every value."""
    rows = zip(spread.support, spread.lower, spread.upper, strict=True)
    return {significant(value): f"[{significant(low, 3)}, {significant(high, 3)}]" for value, low, high in rows}


def summary(spread: Spread) -> str:
    """`mean 17.54, 112 values from 5 to 116`; the mass where it is not 1."""
    parts = []
    mass = sum(spread.probability)
    lacks = abs(mass - 1) > 1e-9
    mean = spread.mean
    if mean is not None:
        parts.append(f"mean {significant(mean)}")
    if spread.support:
        first, last = significant(spread.support[0]), significant(spread.support[-1])
        parts.append(
            f"{len(spread.support)} values from {first} to {last}"
            if first != last
            else f"{'only' if lacks else 'always'} {first}"
        )
    if lacks:
        parts.append(f"total probability {significant(mass)}")
    return ", ".join(parts)


def _groups(spread: Spread) -> list[tuple[str, float]]:
    """Named stretches of values with their probability; what lies beyond nearly all of it is one stretch."""
    pairs = list(zip(spread.support, spread.probability, strict=True))
    shown = _body(spread.probability) if len(pairs) > FEW else len(pairs)
    size = -(-shown // MOST_LINES) or 1
    chunks = [pairs[i : min(i + size, shown)] for i in range(0, shown, size)]
    if shown < len(pairs):
        chunks.append(pairs[shown:])
    named = []
    for chunk in chunks:
        first, last = significant(chunk[0][0]), significant(chunk[-1][0])
        named.append((first if first == last else f"{first}..{last}", sum(p for _, p in chunk)))
    return named


def _body(probability: tuple[float, ...]) -> int:
    """How many values hold all but a thousandth of the probability."""
    rest = sum(probability) / 1000
    count = len(probability)
    while count > 1 and rest >= probability[count - 1]:
        count -= 1
        rest -= probability[count]
    return count


def _bar(share: float) -> str:
    eighths = round(share * BAR_WIDTH * 8)
    return BLOCKS[-1] * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")
