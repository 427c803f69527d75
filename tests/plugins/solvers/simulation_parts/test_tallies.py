"""Tallies of blocks add up to the tally of all games."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from oddsmith_plugins.solvers.simulation_parts.tallies import Tally


def test_blocks_add_up() -> None:
    values = np.random.default_rng(0).normal(1e6, 3.0, 1000)
    parts = [Tally.of(part, True) for part in np.split(values, [1, 300, 999])]
    whole = parts[0].plus(parts[1]).plus(parts[2]).plus(parts[3])
    assert whole.games == 1000
    assert whole.mean == pytest.approx(values.mean(), rel=1e-12)
    assert whole.variance == pytest.approx(values.var(ddof=1), rel=1e-9)
    assert sum(whole.counts.values()) == 1000


def test_games_without_a_finite_value_are_counted_apart() -> None:
    tally = Tally.of(np.array([1.0, nan, inf, 3.0, -inf, nan]), True)
    assert (tally.games, tally.unknown, tally.rising, tally.falling, tally.finite) == (6, 2, 1, 1, 2)
    assert tally.mean == 2.0
    assert tally.counts == {1.0: 1, 3.0: 1, inf: 1, -inf: 1}
