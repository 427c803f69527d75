"""Rows get numbers in the order in which they are met, and owners by their hash."""

from __future__ import annotations

import numpy as np

from oddsmith.context import Context
from oddsmith_plugins.solvers.petsc_parts.seen import Seen


def test_a_row_keeps_its_number() -> None:
    seen = Seen(2, 3, Context())
    rows = np.array([[1, 2], [3, 4], [1, 2], [5, 6], [3, 4]], dtype=np.uint64)
    assert seen.enter(rows.reshape(-1), 5).tolist() == [0, 1, 0, 2, 1]
    assert seen.enter(rows[3].copy(), 1).tolist() == [2]
    assert seen.size == 3
    np.testing.assert_array_equal(seen.take(np.array([2, 0], dtype=np.int32)), rows[[3, 0]])


def test_all_ranks_own_about_the_same_number_of_states() -> None:
    seen = Seen(1, 1 << 16, Context())
    seen.enter(np.arange(30_000, dtype=np.uint64), 30_000)
    counts = np.bincount(seen.owners(0, 7), minlength=7)
    assert len(counts) == 7
    assert np.ptp(counts) < 600
