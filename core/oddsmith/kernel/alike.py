"""The merged choices of one state -> those that differ: in a successor, a weight, or a gain."""

from __future__ import annotations

from oddsmith.native import Array, compiled, f64, i64, u64


@compiled
def is_alike(
    one: i64,
    other: i64,
    size: i64,
    words: i64,
    rewards: i64,
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
) -> i64:
    """Whether two lists of successors, from `one` and from `other` on, are the same in the same order."""
    for k in range(size * words):
        if targets[one * words + k] != targets[other * words + k]:
            return 0
    for k in range(size):
        if weights[one + k] != weights[other + k]:
            return 0
    for k in range(size * rewards):
        if steps[one * rewards + k] != steps[other * rewards + k]:
            return 0
    return 1


@compiled
def has_gains(one: i64, other: i64, rewards: i64, gains: Array[f64]) -> i64:
    """Whether two choices gain the same."""
    for r in range(rewards):
        if gains[one * rewards + r] != gains[other * rewards + r]:
            return 0
    return 1


@compiled
def drop_alike(
    first: i64,
    found: i64,
    start: i64,
    words: i64,
    rewards: i64,
    step_rewards: i64,
    pairs: Array[i64],
    gains: Array[f64],
    targets: Array[u64],
    weights: Array[f64],
    steps: Array[f64],
) -> i64:
    """Keep the first of equal choices among the `found` ones from `first` on; how many are left.

    Their successors stand from `start` on. What is kept moves forward, and so do its successors.
    """
    kept = first
    source = start
    goal = start
    for j in range(first, first + found):
        size = pairs[2 * j + 1]
        at = start
        same = 0
        for i in range(first, kept):
            if pairs[2 * i + 1] == size and has_gains(i, j, rewards, gains) != 0:
                same = is_alike(at, source, size, words, step_rewards, targets, weights, steps)
            if same != 0:
                break
            at += pairs[2 * i + 1]
        if same == 0:
            if goal != source:
                for k in range(size * words):
                    targets[goal * words + k] = targets[source * words + k]
                for k in range(size):
                    weights[goal + k] = weights[source + k]
                for k in range(size * step_rewards):
                    steps[goal * step_rewards + k] = steps[source * step_rewards + k]
            pairs[2 * kept] = pairs[2 * j]
            pairs[2 * kept + 1] = size
            for r in range(rewards):
                gains[kept * rewards + r] = gains[j * rewards + r]
            kept += 1
            goal += size
        source += size
    return kept - first
