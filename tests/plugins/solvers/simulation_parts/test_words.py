"""Random words: NumPy's Philox is the oracle."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith.plugin import from_text
from oddsmith_plugins.solvers.simulation_parts.words import stream_text

MANY = """
def many(n: i64, seed: u64, game: u64, series: u64, out: Array[u64]):
    stream = array(u64, 9)
    stream[4] = u64(4)
    stream[6] = game
    stream[7] = seed
    stream[8] = series
    for i in range(n):
        out[i] = word(stream)
"""


@pytest.mark.parametrize(("seed", "game", "series"), [(0, 0, 0), (12345, 77, 1), (2**64 - 1, 10**12, 2)])
def test_the_words_are_those_of_philox(seed: int, game: int, series: int) -> None:
    out = np.zeros(11, dtype=np.uint64)
    from_text(stream_text() + MANY, "words")["many"](11, seed, game, series, out)
    key, counter = np.array([seed, series], dtype=np.uint64), np.array([0, game, 0, 0], dtype=np.uint64)
    assert out.tolist() == np.random.Philox(key=key, counter=counter).random_raw(11).tolist()
