"""Arrays that grow without copies."""

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.space.growing import Growing


def test_room_is_made_and_the_rest_given_back():
    growing = Growing(np.int64, "numbers", Context())
    growing.make_room(100_000)
    growing.data[:100_000] = np.arange(100_000)
    kept = growing.trimmed(5)
    assert kept.tolist() == [0, 1, 2, 3, 4]
    assert kept.base is None


def test_more_than_was_reserved_is_copied():
    growing = Growing(np.int64, "numbers", Context())
    growing.data = growing.data[:10].copy()
    growing.make_room(10)
    growing.data[:] = 7
    growing.make_room(50)
    assert len(growing.data) >= 50
    assert growing.data[:10].tolist() == [7] * 10


def test_memory_is_asked_for_before_it_is_taken():
    growing = Growing(np.int64, "the numbers", Context(limits=Limits(memory=1)))
    with pytest.raises(LimitError, match="the numbers needs"):
        growing.make_room(1)
