"""A small game of two sides -> its values by brute force: every pair of strategies, every equation in fractions.

Strategies without memory are enough for both sides of such games, so the best of them against the best replies is the
value (Shapley 1953; Filar & Vrieze, Competitive Markov decision processes, 1997). Nothing of the engine is used.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

import numpy as np

from oddsmith.space.space import Stored
from oddsmith.testing.oracle import eliminate

Number = Fraction | float
Worth = Callable[[Sequence[int]], list[Number]]
"""One choice per state -> the value of every state."""


def strategies(transitions: Stored, states: Iterable[int]) -> list[dict[int, int]]:
    """Every way to choose in these states."""
    starts, states = transitions.starts.tolist(), list(states)
    options = [range(starts[s], starts[s + 1]) for s in states]
    return [dict(zip(states, chosen, strict=True)) for chosen in itertools.product(*options)]


def secured(
    transitions: Stored, worth: Worth, mine: dict[int, int], replies: list[dict[int, int]], sign: int
) -> list[Number]:
    """What one side's choices are worth against all replies; sign 1: the one who replies minimises."""
    pick = min if sign > 0 else max
    cases = [worth([{**mine, **reply}[s] for s in range(transitions.size)]) for reply in replies]
    return [pick(values) for values in zip(*cases, strict=True)]


def game_values(transitions: Stored, side: Sequence[int], worth: Worth) -> list[Number]:
    """The value of every state; both orders of deciding must agree."""
    best = [
        strategies(transitions, [s for s, x in enumerate(side) if x >= 0]),
        strategies(transitions, [s for s, x in enumerate(side) if x < 0]),
    ]
    lower = [secured(transitions, worth, mine, best[1], 1) for mine in best[0]]
    upper = [secured(transitions, worth, mine, best[0], -1) for mine in best[1]]
    low, high = [max(v) for v in zip(*lower, strict=True)], [min(v) for v in zip(*upper, strict=True)]
    assert low == high, "strategies without memory are not enough"
    return low


def rows_of(transitions: Stored, chosen: Sequence[int]) -> list[dict[int, Fraction]]:
    """The chain of one choice per state."""
    assert transitions.exact is not None
    result: list[dict[int, Fraction]] = []
    for j in chosen:
        row: dict[int, Fraction] = {}
        for t in range(int(transitions.row_start[j]), int(transitions.row_start[j + 1])):
            target = int(transitions.column[t])
            row[target] = row.get(target, Fraction(0)) + transitions.exact[t]
        result.append(row)
    return result


def leading(rows: list[dict[int, Fraction]], targets: set[int], passing: set[int]) -> set[int]:
    """Where the targets can be reached by passing states."""
    found = set(targets)
    while more := {s for s in passing - found if found & rows[s].keys()}:
        found |= more
    return found


def solved(rows: list[dict[int, Fraction]], known: dict[int, Number], gain: Sequence[Fraction]) -> list[Number]:
    """x = gain + P x with these values known; all others must lead to known, finite ones."""
    free = [s for s in range(len(rows)) if s not in known]
    place = {s: i for i, s in enumerate(free)}
    matrix = []
    for s in free:
        line = [Fraction(int(s == other)) for other in free] + [gain[s]]
        for target, weight in rows[s].items():
            if target in place:
                line[place[target]] -= weight
            else:
                line[-1] += weight * Fraction(known[target])
        matrix.append(line)
    found = eliminate(matrix)
    assert found is not None
    return [known[s] if s in known else found[place[s]] for s in range(len(rows))]


def probability(transitions: Stored, goal: set[int], through: set[int]) -> Worth:
    """P(through U goal)."""

    def worth(chosen: Sequence[int]) -> list[Number]:
        rows, everywhere = rows_of(transitions, chosen), set(range(transitions.size))
        possible = leading(rows, goal, through)
        known: dict[int, Number] = {s: Fraction(s in goal) for s in everywhere - (possible - goal)}
        return solved(rows, known, [Fraction(0)] * transitions.size)

    return worth


def gain_until(transitions: Stored, goal: set[int], gains: Sequence[Fraction]) -> Worth:
    """E(gain before the goal); infinite where it can be missed."""

    def worth(chosen: Sequence[int]) -> list[Number]:
        rows, everywhere = rows_of(transitions, chosen), set(range(transitions.size))
        lost = everywhere - leading(rows, goal, everywhere)
        missing = leading(rows, lost, everywhere - goal)
        known: dict[int, Number] = {**dict.fromkeys(goal, Fraction(0)), **dict.fromkeys(missing, np.inf)}
        return solved(rows, known, [gains[j] for j in chosen])

    return worth


def gain_in_total(transitions: Stored, gains: Sequence[Fraction], ends: Iterable[int] = ()) -> Worth:
    """E(gain for ever, or until one of the ends); infinite where something can be gained again and again."""

    def worth(chosen: Sequence[int]) -> list[Number]:
        rows, everywhere = rows_of(transitions, chosen), set(range(transitions.size))
        for s in ends:
            rows[s] = {s: Fraction(1)}
        after = [_after(rows, s) for s in range(transitions.size)]
        recurrent = {s for s in everywhere if all(s in after[t] for t in after[s])}
        rich = leading(rows, {s for s in recurrent - set(ends) if gains[chosen[s]] > 0}, everywhere)
        known: dict[int, Number] = {**dict.fromkeys(recurrent, Fraction(0)), **dict.fromkeys(rich, np.inf)}
        return solved(rows, known, [gains[j] for j in chosen])

    return worth


def _after(rows: list[dict[int, Fraction]], state: int) -> set[int]:
    """Where one can get from a state."""
    found, new = {state}, {state}
    while new:
        new = {t for s in new for t in rows[s]} - found
        found |= new
    return found
