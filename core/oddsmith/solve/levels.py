"""Whole gains in a chain -> P(total up to the goal = k), level by level.

    x_k(s) = sum over transitions t of s:  weight(t) x_(k - gain(t))(column(t))
    x_0(goal) = 1, x_k(goal) = 0        (a loop without gain is left out, and the others are divided by their sum)

and the same for T_k(s) = P(goal reached, total > k), where P(goal reached) stands for the levels below zero: so the
rest that is not listed is known without a subtraction. Where transitions without gain form no cycle, a level is one
backward sweep; its relative error is at most (k + 1) (depth + 1) (2 longest row + 4) u, with u = 2^-53, because nothing
is subtracted (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.components import Components, components_of
from oddsmith.graph.reach import Mask
from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, f64, i32, i64
from oddsmith.space.space import Stored

UNIT = 2.0**-53
TINY = 1e-300


@dataclass(frozen=True)
class Staircase:
    """A chain with whole gains: `alive` states can reach the goal and are not in it; other states count as lost."""

    transitions: Stored
    gain: NDArray[np.int64]
    """[transitions]; 0 where it does not matter."""
    goal: Mask
    alive: Mask
    highest: int
    """The largest gain of a transition."""
    flat: Components
    """The components of the alive states under transitions without gain."""
    depth: int
    """At most so many transitions without gain follow each other (where they form no cycle)."""

    @classmethod
    def of(cls, transitions: Stored, gain: NDArray[np.int64], goal: Mask, alive: Mask) -> Staircase:
        source = np.repeat(np.arange(transitions.size), np.diff(transitions.row_start))
        level = (gain == 0) & alive[source] & alive[transitions.column]
        counts = np.bincount(source[level], minlength=transitions.size)
        start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        column = np.ascontiguousarray(transitions.column[level])
        flat = components_of(start, column, alive)
        below = np.zeros(transitions.size, dtype=np.int64)
        depth = tempo(_depth, transitions.size)(len(flat.order), flat.order, start, column, below)
        return cls(transitions, gain, goal, alive, int(gain.max(initial=0)), flat, int(depth))

    def reaching(self, bound: NDArray[np.float64]) -> NDArray[np.float64]:
        """A bound of the probability to reach the goal, sharp where it is sure or impossible."""
        return np.where(self.goal, 1.0, np.where(self.alive, bound, 0.0))

    def rounding(self, levels: int) -> float:
        """The relative error of a level."""
        longest = int(np.diff(self.transitions.row_start).max(initial=0))
        return float(levels + 1) * (self.depth + 1) * (2 * longest + 4) * UNIT


class Ring:
    """The last levels of x and T that gains can reach back to, for all states."""

    def __init__(self, stairs: Staircase, reached: NDArray[np.float64]) -> None:
        self.stairs, self.reached = stairs, reached
        self.size = stairs.highest + 1
        self.x = np.zeros(self.size * stairs.transitions.size)
        self.beyond = np.zeros(self.size * stairs.transitions.size)

    def sweep(self, level: int) -> None:
        """Compute the next level."""
        stairs, n = self.stairs, self.stairs.transitions.size
        self.x[level % self.size * n :][:n][stairs.goal] = float(level == 0)
        t = stairs.transitions
        _level(
            len(stairs.flat.order), level, self.size, n, stairs.flat.order, t.row_start, t.column, t.weight,
            stairs.gain, self.reached, self.x, self.beyond,
        )  # fmt: skip

    def at(self, level: int, state: int) -> tuple[float, float]:
        """x and T of a state."""
        place = level % self.size * self.stairs.transitions.size + state
        return float(self.x[place]), float(self.beyond[place])


@compiled
def _level(
    count: i64,
    level: i64,
    size: i64,
    n: i64,
    order: Array[i32],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    gain: Array[i64],
    reached: Array[f64],
    x: Array[f64],
    beyond: Array[f64],
) -> None:
    for position in range(count):
        s = order[position]
        here = 0.0
        above = 0.0
        leaving = 0.0
        loops = 0
        for t in range(row_start[s], row_start[s + 1]):
            if gain[t] == 0 and column[t] == s:
                loops = 1
                continue
            leaving += weight[t]
            if gain[t] <= level:
                place = (level - gain[t]) % size * n + column[t]
                here += weight[t] * x[place]
                above += weight[t] * beyond[place]
            else:
                above += weight[t] * reached[column[t]]
        if loops == 0:
            leaving = 1.0
        x[level % size * n + s] = here / leaving
        beyond[level % size * n + s] = above / leaving


@compiled
def _depth(count: i64, order: Array[i32], start: Array[i64], column: Array[i32], below: Array[i64]) -> i64:
    """The longest path, successors first."""
    longest = 0
    for position in range(count):
        s = order[position]
        deep = 0
        for t in range(start[s], start[s + 1]):
            if column[t] != s:
                deep = max(deep, below[column[t]] + 1)
        below[s] = deep
        longest = max(longest, deep)
    return longest
