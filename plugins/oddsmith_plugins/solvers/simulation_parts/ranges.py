"""A process and a bounded sum of gains -> between which numbers it lies in every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from oddsmith.plugin import Expr, Interval, Process, bounds
from oddsmith_plugins.solvers.simulation_parts.seen import Gathered, Instant, Observable


def span(process: Process, seen: Observable) -> tuple[float, float] | None:
    """None where nothing is known, or where the number of moves is not given."""
    if isinstance(seen, Instant):
        found = (Fraction(1), Fraction(1)) if seen.gain < 0 else _state(process, seen.gain)
        return None if found is None else (float(found[0]), float(found[1]))
    if not isinstance(seen, Gathered) or seen.steps is None:
        return None
    if seen.gain < 0:
        return float(seen.steps), float(seen.steps)
    state, moves = _state(process, seen.gain), _moves(process, seen.gain)
    if state is None or moves is None:
        return None
    return seen.steps * float(state[0] + moves[0]), seen.steps * float(state[1] + moves[1])


def never_falls(process: Process, seen: Observable) -> bool:
    """Whether a sum cannot get smaller as the game goes on."""
    if not isinstance(seen, Gathered) or seen.gain < 0:
        return True
    state, moves = _state(process, seen.gain), _moves(process, seen.gain)
    return state is not None and moves is not None and state[0] >= 0 and moves[0] >= 0


def _state(process: Process, reward: int) -> Interval | None:
    return bounds(process.rewards[reward].state, _box(process))


def _moves(process: Process, reward: int) -> Interval | None:
    """The least and the most that a command adds; where there is none, nothing is added."""
    box, name = _box(process), process.rewards[reward].name
    low, high = Fraction(0), Fraction(0)
    for summand in process.summands:
        local = {**box, **{s.name: (min(s.values), max(s.values)) for s in summand.sums}}
        found = _sum((gain.value for gain in summand.gains if gain.reward == name), local)
        if found is None:
            return None
        low, high = min(low, found[0]), max(high, found[1])
    return low, high


def _sum(values: Iterable[Expr], box: Mapping[str, Interval]) -> Interval | None:
    low, high = Fraction(0), Fraction(0)
    for value in values:
        found = bounds(value, box)
        if found is None:
            return None
        low, high = low + found[0], high + found[1]
    return low, high


def _box(process: Process) -> dict[str, Interval]:
    box: dict[str, Interval] = {p.name: (p.low, p.high) for p in process.params}
    for array in process.arrays:
        size = 1
        for low, high in array.axes:
            size *= high - low + 1
        cells = process.params[array.first : array.first + size]
        box[array.name] = (min(p.low for p in cells), max(p.high for p in cells))
    for table in process.tables:
        entries = [value for value in table.values if value is not None]
        if entries:
            box[table.name] = (min(entries), max(entries))
    return box
