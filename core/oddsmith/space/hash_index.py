"""Packed rows -> their numbers: an open-addressing table that many threads read while one writes.

A slot is 0 (empty) or `fingerprint << 32 | number + 1`; the row itself decides. A reader that races with the writer may
miss a row, never mistake one: a slot is published after its row, and the writer looks again before it numbers anything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.kernel.gather import hash_row, same_row
from oddsmith.native import Array, compare_and_swap, compiled, i32, i64, prefetch, tail, u64

AHEAD = 16
"""How many lookups are under way at once: memory answers them together."""
FULLEST = 0.6
SMALLEST = 1 << 10
STRETCH = 1 << 18
"""Rows that are entered anew per call when the table grows."""


@compiled
def find_rows(
    count: i64,
    words: i64,
    mask: i64,
    table: Array[i64],
    rows: Array[u64],
    targets: Array[u64],
    hashes: Array[u64],
    column: Array[i32],
    missing: Array[i32],
) -> i64:
    """column[i] = the number of targets[i], or -1; the places of those in `missing`, and how many they are."""
    misses = 0
    for i in range(count):
        hashes[i] = hash_row(tail(targets, i * words), words)
    for i in range(min(AHEAD, count)):
        prefetch(table, i64(hashes[i]) & mask)
    for i in range(count):
        # Three waves: the slot of i + 2 AHEAD, the row behind the slot of i + AHEAD, and the answer for i.
        if i + 2 * AHEAD < count:
            prefetch(table, i64(hashes[i + 2 * AHEAD]) & mask)
        if i + AHEAD < count:
            early = table[i64(hashes[i + AHEAD]) & mask]
            if early != 0:
                prefetch(rows, ((early & 0xFFFFFFFF) - 1) * words)
        mark = i64(hashes[i]) >> 32
        slot = i64(hashes[i]) & mask
        found = -1
        entry = table[slot]
        while entry != 0:
            if entry >> 32 == mark:
                number = (entry & 0xFFFFFFFF) - 1
                if same_row(tail(rows, number * words), tail(targets, i * words), words) != 0:
                    found = number
                    break
            slot = (slot + 1) & mask
            entry = table[slot]
        column[i] = found
        if found < 0:
            missing[misses] = i
            misses += 1
    return misses


@compiled
def enter_rows(
    misses: i64,
    words: i64,
    mask: i64,
    table: Array[i64],
    rows: Array[u64],
    size: i64,
    targets: Array[u64],
    hashes: Array[u64],
    column: Array[i32],
    missing: Array[i32],
) -> i64:
    """Number the targets that find_rows missed, in their order; the new number of rows."""
    for m in range(misses):
        if m + AHEAD < misses:
            prefetch(table, i64(hashes[missing[m + AHEAD]]) & mask)
        i = missing[m]
        mark = i64(hashes[i]) >> 32
        slot = i64(hashes[i]) & mask
        found = -1
        while table[slot] != 0:
            if table[slot] >> 32 == mark:
                number = (table[slot] & 0xFFFFFFFF) - 1
                if same_row(tail(rows, number * words), tail(targets, i * words), words) != 0:
                    found = number
                    break
            slot = (slot + 1) & mask
        if found < 0:
            found = size
            for k in range(words):
                rows[size * words + k] = targets[i * words + k]
            size += 1
            compare_and_swap(table, slot, 0, (mark << 32) | size)
        column[i] = found
    return size


@compiled
def enter_again(low: i64, high: i64, words: i64, mask: i64, table: Array[i64], rows: Array[u64]) -> None:
    """Enter the (distinct) rows low..high-1 into a larger table."""
    for i in range(low, high):
        if i + AHEAD < high:
            prefetch(table, i64(hash_row(tail(rows, (i + AHEAD) * words), words)) & mask)
        hashed = i64(hash_row(tail(rows, i * words), words))
        slot = hashed & mask
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = ((hashed >> 32) << 32) | (i + 1)


class HashIndex:
    """The table and its size; a larger one replaces it, while readers may go on with the old one."""

    def __init__(self, words: int, context: Context) -> None:
        self.words, self.context = words, context
        self.table: NDArray[np.int64] = np.zeros(SMALLEST, dtype=np.int64)

    @property
    def mask(self) -> int:
        return len(self.table) - 1

    def enter_first(self, rows: NDArray[np.uint64]) -> None:
        """Enter the first row."""
        enter_again(0, 1, self.words, self.mask, self.table, rows)

    def make_room(self, rows: NDArray[np.uint64], size: int, more: int) -> None:
        """See that `more` rows beyond `size` can be entered."""
        if size + more <= FULLEST * len(self.table):
            return
        slots = len(self.table)
        while size + more > FULLEST * slots:
            slots *= 2 if slots >= 1 << 22 else 4
        self.context.need(8 * slots, f"an index of more than {size:,} states")
        table = np.zeros(slots, dtype=np.int64)
        for low in range(0, size, STRETCH):
            enter_again(low, min(size, low + STRETCH), self.words, slots - 1, table, rows)
            self.context.check()
        self.table = table
