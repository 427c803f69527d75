"""Packed states that a rank has met, its own and others' -> their numbers here, and their owners.

The owner of a state follows from its hash: ((hash >> 32) * ranks) >> 32, so that states spread evenly and nobody has to
ask. The low bits of the hash are left to the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Array,
    Context,
    Growing,
    HashIndex,
    LimitError,
    Rows,
    compiled,
    enter_rows,
    find_rows,
    hash_row,
    i32,
    i64,
    tail,
    u64,
)

MOST = 2**31 - 1


@compiled
def owners_of(count: i64, words: i64, ranks: i64, rows: Array[u64], owner: Array[i32]) -> None:
    """The rank that owns each row."""
    for i in range(count):
        mixed = hash_row(tail(rows, i * words), words)
        owner[i] = i64(((mixed >> 32) * u64(ranks)) >> 32)


class Seen:
    """Rows in the order in which they were met."""

    def __init__(self, words: int, room: int, context: Context) -> None:
        self.words, self.room, self.size = words, room, 0
        self.rows = Growing(np.uint64, "the states that were found", context)
        self.index = HashIndex(words, context)
        self.hashes = np.empty(room, dtype=np.uint64)
        self.missing = np.empty(room, dtype=np.int32)

    def enter(self, targets: NDArray[np.uint64], count: int) -> NDArray[np.int32]:
        """The numbers of the first rows of `targets` (flat); new ones get the next numbers."""
        column = np.empty(count, dtype=np.int32)
        for low in range(0, count, self.room):
            self._enter(targets[low * self.words :], column[low : low + self.room])
        return column

    def _enter(self, targets: NDArray[np.uint64], column: NDArray[np.int32]) -> None:
        table, rows = self.index.table, self.rows.data
        found = (targets, self.hashes, column, self.missing)
        misses = find_rows(len(column), self.words, len(table) - 1, table, rows, *found)
        if self.size + misses > MOST:
            raise LimitError("a rank meets more than 2,147,483,647 states", "start more ranks")
        self.rows.make_room((self.size + misses) * self.words)
        self.index.make_room(self.rows.data, self.size, misses)
        table, rows = self.index.table, self.rows.data
        self.size = enter_rows(misses, self.words, len(table) - 1, table, rows, self.size, *found)

    def owners(self, low: int, ranks: int) -> NDArray[np.int32]:
        """The owners of the rows from number `low` on."""
        owner = np.empty(self.size - low, dtype=np.int32)
        owners_of(len(owner), self.words, ranks, self.rows.data[low * self.words :], owner)
        return owner

    def take(self, numbers: NDArray[np.int32]) -> Rows:
        """The rows with these numbers."""
        rows: Rows = self.rows.data[: self.size * self.words].reshape(self.size, self.words)[numbers]
        return rows
