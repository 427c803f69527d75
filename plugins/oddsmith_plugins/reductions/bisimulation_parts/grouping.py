"""Items with a label and a number of several words -> groups of items that have the same, by hashing."""

from __future__ import annotations

from oddsmith.plugin import Array, compiled, i32, i64, u64

FREE = -1
"""A slot of the table that holds no group."""
FIRST = 0x3F58476D1CE4E5B9
SECOND = 0x14D049BB133111EB
"""Odd numbers whose bits are mixed well (after splitmix64; Steele, Lea and Flood, 2014)."""


@compiled
def mixed(x: u64) -> u64:
    """Another word for every word, with no pattern left."""
    once: u64 = (x ^ (x >> 30)) * u64(FIRST)
    twice: u64 = (once ^ (once >> 27)) * u64(SECOND)
    return twice ^ (twice >> 31)


@compiled
def equal(words: i64, value: Array[u64], one: i64, other: i64) -> i64:
    """Whether two items have the same number."""
    for k in range(words):
        if value[one * words + k] != value[other * words + k]:
            return 0
    return 1


@compiled
def grouped(
    count: i64,
    items: Array[i32],
    label: Array[i32],
    words: i64,
    value: Array[u64],
    slots: Array[i32],
    group: Array[i32],
    leader: Array[i32],
    population: Array[i32],
    used: Array[i64],
) -> i64:
    """Fill `group[i]` for the items i, `leader` and `population` of each group; how many groups there are.

    `slots` is all FREE before and after; only as much of it is used as the items need.
    """
    if count == 1:
        group[0] = 0
        leader[0] = items[0]
        population[0] = 1
        return 1
    mask = 1
    while mask < 2 * count:
        mask = mask * 2
    mask -= 1
    groups = 0
    for i in range(count):
        item = items[i]
        key: u64 = mixed(u64(label[item]))
        for k in range(words):
            key = mixed(key + value[item * words + k])
        place = i64(key >> 1) & mask
        searching = 1
        while searching == 1:
            found = slots[place]
            if found < 0:
                slots[place] = groups
                used[groups] = place
                leader[groups] = item
                population[groups] = 1
                group[i] = groups
                groups += 1
                searching = 0
            elif label[leader[found]] == label[item] and equal(words, value, leader[found], item) == 1:
                population[found] += 1
                group[i] = found
                searching = 0
            else:
                place = (place + 1) & mask
    for g in range(groups):
        slots[used[g]] = FREE
    return groups
