"""Goal states -> the states from which the goal can be approached, whoever chooses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.reverse import Reverse
from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, i32, i64, u8

Mask = NDArray[np.bool_]


def can_reach(back: Reverse, goal: Mask, through: Mask | None = None, allowed: Mask | None = None) -> Mask:
    """Where some choices lead to the goal with a positive probability, by states of `through` only.

    `allowed` restricts the choices. The goal itself belongs to the result.
    """
    return _spread(back, goal, through, allowed, np.ones(len(goal), dtype=np.int64))[0]


def approach(
    back: Reverse,
    goal: Mask,
    through: Mask | None = None,
    allowed: Mask | None = None,
    choices: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Where the goal can be reached: a choice that may step nearer to it; -1 elsewhere and at the goal.

    If the allowed choices surely stay where the goal can be reached, using them for ever reaches it almost surely.
    `choices` as in `must_reach`; None: one is enough.
    """
    needed = np.ones(len(goal), dtype=np.int64) if choices is None else choices.astype(np.int64)
    return _spread(back, goal, through, allowed, needed)[1]


def must_reach(
    back: Reverse, goal: Mask, choices: NDArray[np.int64], through: Mask | None = None, allowed: Mask | None = None
) -> Mask:
    """Where every choice (of which state s has `choices[s]`) leads to the goal with a positive probability."""
    return _spread(back, goal, through, allowed, choices.astype(np.int64))[0]


def _spread(
    back: Reverse, goal: Mask, through: Mask | None, allowed: Mask | None, needed: NDArray[np.int64]
) -> tuple[Mask, NDArray[np.int64]]:
    n = len(goal)
    blocked = np.zeros(n, dtype=np.bool_) if through is None else ~through
    used = np.zeros(len(back.owner), dtype=np.bool_) if allowed is None else ~allowed
    reached = goal.copy()
    policy = np.full(n, -1, dtype=np.int64)
    queue = np.empty(n, dtype=np.int32)
    seeds = np.flatnonzero(goal)
    queue[: len(seeds)] = seeds
    function = tempo(attract, n + len(back.choice))
    function(len(seeds), back.start, back.choice, back.owner, blocked, used, needed.copy(), reached, policy, queue)
    return reached, policy


@compiled
def attract(
    filled: i64,
    start: Array[i64],
    choice: Array[i32],
    owner: Array[i32],
    blocked: Array[u8],
    used: Array[u8],
    needed: Array[i64],
    reached: Array[u8],
    policy: Array[i64],
    queue: Array[i32],
) -> None:
    """A state joins when `needed` of its choices have a successor that has joined; `used` choices do not count."""
    head = 0
    while head < filled:
        target = queue[head]
        head += 1
        for k in range(start[target], start[target + 1]):
            j = choice[k]
            if used[j] == 0:
                used[j] = 1
                s = owner[j]
                needed[s] -= 1
                if needed[s] == 0 and reached[s] == 0 and blocked[s] == 0:
                    reached[s] = 1
                    policy[s] = j
                    queue[filled] = s
                    filled += 1


def safe_choices(back: Reverse, inside: Mask, allowed: Mask | None = None) -> Mask:
    """The choices of inside states that surely stay inside."""
    function = tempo(_unsafe, len(back.choice))
    result = inside[back.owner] if allowed is None else inside[back.owner] & allowed
    function(len(inside), back.start, back.choice, inside, result)
    return result


@compiled
def _unsafe(n: i64, start: Array[i64], choice: Array[i32], inside: Array[u8], result: Array[u8]) -> None:
    for s in range(n):
        if inside[s] == 0:
            for k in range(start[s], start[s + 1]):
                result[choice[k]] = 0
