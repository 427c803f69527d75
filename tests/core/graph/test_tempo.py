"""Machine code and plain Python give the same sets on a larger game."""

import numpy as np
import pytest

from oddsmith.graph import tempo as module
from oddsmith.graph.ends import end_components
from oddsmith.graph.reverse import reverse
from oddsmith.graph.sure import impossible_for_all, impossible_for_some, sure_for_all, sure_for_some
from oddsmith.space.space import Stored


def game(n=400):
    rng = np.random.default_rng(3)
    choices = rng.integers(1, 4, n)
    owner = np.repeat(np.arange(n), choices)
    sizes = rng.integers(1, 4, len(owner))
    base = np.repeat(owner, sizes)
    column = np.clip(base + rng.integers(-2, 9, len(base)), 0, n - 1).astype(np.int32)
    starts = [np.concatenate([[0], np.cumsum(c)]).astype(np.int64) for c in (choices, sizes)]
    return Stored(n, starts[0], starts[1], column, np.repeat(1 / sizes, sizes))


def analyse(transitions):
    back = reverse(transitions)
    goal = np.arange(transitions.size) % 37 == 0
    ends = end_components(transitions, back, inside=~goal)
    sets = [f(back, goal) for f in (impossible_for_all, impossible_for_some, sure_for_all, sure_for_some)]
    return [*sets, ends.number, ends.staying]


@pytest.mark.parametrize("small", [0, 10**9])
def test_both_ways_agree(monkeypatch, small):
    usual = analyse(game())
    monkeypatch.setattr(module, "SMALL", small)
    for one, other in zip(usual, analyse(game()), strict=True):
        assert (one == other).all()
        assert np.count_nonzero(one) > 0
