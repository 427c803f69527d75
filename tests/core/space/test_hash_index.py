"""The index of packed rows: equal rows have one number, however the table grows."""

import numpy as np

from oddsmith.context import Context
from oddsmith.space.hash_index import HashIndex, enter_rows, find_rows


def numbered(index, rows, size, targets):
    """The numbers of the targets and the new number of rows."""
    count, words = targets.shape
    hashes, column = np.empty(count, dtype=np.uint64), np.empty(count, dtype=np.int32)
    missing = np.empty(count, dtype=np.int32)
    index.make_room(rows, size, count)
    misses = find_rows(count, words, index.mask, index.table, rows, targets, hashes, column, missing)
    assert missing[:misses].tolist() == np.flatnonzero(column < 0).tolist()
    return column, enter_rows(misses, words, index.mask, index.table, rows, size, targets, hashes, column, missing)


def test_rows_are_numbered_in_the_order_of_their_first_appearance():
    index, rows = HashIndex(2, Context()), np.zeros((8, 2), dtype=np.uint64)
    targets = np.array([[5, 1], [5, 2], [5, 1], [0, 0], [5, 2]], dtype=np.uint64)
    column, size = numbered(index, rows, 0, targets)
    assert column.tolist() == [0, 1, 0, 2, 1]
    assert size == 3
    assert rows[:3].tolist() == [[5, 1], [5, 2], [0, 0]]


def test_the_table_grows_and_forgets_nothing():
    index, rows = HashIndex(1, Context()), np.zeros((50_000, 1), dtype=np.uint64)
    generator = np.random.default_rng(0)
    known: dict[int, int] = {}
    size = 0
    for _ in range(20):
        targets = generator.integers(0, 60_000, size=(4000, 1), dtype=np.uint64)
        column, size = numbered(index, rows, size, targets)
        wanted = [known.setdefault(int(t), len(known)) for t in targets[:, 0]]
        assert column.tolist() == wanted
    assert size == len(known)
    assert len(index.table) * 0.6 >= size
