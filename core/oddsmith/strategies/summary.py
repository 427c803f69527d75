"""Decisions and features -> a tree that agrees with the strategy everywhere, found from few states and proved on all.

A tree is fitted to some states; where it goes wrong on the others, some of these join, and it is fitted again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.strategies.features import Feature, Measured, Values
from oddsmith.strategies.fit import Masks, Sample, fit, refitted
from oddsmith.strategies.tree import Node, decide, leaves, used

FIRST = 1_500
"""States that a tree is fitted to at first."""
ADDED = 500
ROUNDS = 25


@dataclass(frozen=True)
class Summary:
    """A tree over features, and what it says in each state."""

    tree: Node
    features: tuple[Feature, ...]
    option: NDArray[np.int64]
    exact: bool
    """Whether it stays within what is allowed in every state."""

    @property
    def leaves(self) -> int:
        return leaves(self.tree)


class Columns:
    """The values of features in all states, computed when they are needed."""

    def __init__(self, measured: Measured, rows: NDArray[np.uint64], more: dict[int, Values]) -> None:
        self.measured, self.rows, self.known = measured, rows, dict(more)

    def some(self, number: int, states: NDArray[np.int64]) -> Values | None:
        if number in self.known:
            return self.known[number][states]
        return self.measured(number, self.rows[states])

    def whole(self, number: int) -> Values | None:
        if number not in self.known:
            found = self.measured(number, self.rows)
            if found is None:
                return None
            self.known[number] = found
        return self.known[number]


def summarise(
    columns: Columns,
    features: tuple[Feature, ...],
    allowed: Masks,
    chosen: NDArray[np.int64],
    seed: int,
    most: int | None = None,
    weight: Values | None = None,
) -> Summary | None:
    """The smallest tree that was found; None where there is none.

    With `most` leaves it may go wrong, rather where the `weight` is small.
    """
    size = len(allowed)
    random = np.random.default_rng(seed)
    tight = np.flatnonzero(allowed & (allowed - 1) == 0)
    pool = tight if len(tight) else np.arange(size)
    states = np.unique(random.choice(pool, min(FIRST, len(pool)), replace=False))
    if most is not None and weight is not None:
        states = np.sort(pool[np.argsort(-weight[pool], kind="stable")[: 20 * FIRST]])
    unusable: set[int] = set()
    for _ in range(ROUNDS):
        values = different({n: columns.some(n, states) for n in range(len(features)) if n not in unusable})
        heavy = None if weight is None else weight[states]
        tree = fit(Sample(features, values, allowed[states], chosen[states], heavy), most)
        if tree is None:
            return None
        whole: dict[int, Values] = {}
        for number in used(tree):
            column = columns.whole(number)
            if column is None:
                unusable.add(number)
            else:
                whole[number] = column
        if len(whole) < len(used(tree)):
            continue
        option = decide(tree, whole, size)
        wrong = np.flatnonzero((allowed >> option) & 1 == 0)
        if not len(wrong) and most is None:
            tree = refitted(tree, Sample(features, whole, allowed, chosen))
            return Summary(tree, features, decide(tree, whole, size), exact=True)
        if most is not None:
            return Summary(tree, features, option, not len(wrong))
        joining = random.choice(wrong, min(ADDED, len(wrong)), replace=False)
        states = np.union1d(states, joining)
    return None


def different(values: dict[int, Values | None]) -> dict[int, Values]:
    """Without the features that have no value somewhere, that never differ, or that order states as an earlier one."""
    seen: set[bytes] = set()
    result: dict[int, Values] = {}
    for number, column in values.items():
        if column is None or not len(column) or not np.isfinite(column).all() or (column == column[0]).all():
            continue
        key = np.unique(column, return_inverse=True)[1].astype(np.int32).tobytes()
        if key not in seen:
            seen.add(key)
            result[number] = column
    return result
