"""Lengths: sums of series become a distribution whose tail is what is not listed."""

from __future__ import annotations

import pytest

from oddsmith_plugins.solvers.rounds_parts.lengths import Listed


def test_gains_of_turns_add_up_to_levels():
    listed = Listed({1: (0.25, 0.0), 2: (0.25, 0.0), 3: (0.5, 0.0)})
    spread = listed.spread((1, 0), 0.0)
    assert (spread.support, spread.probability, spread.tail) == ((1, 2), (0.5, 0.5), 0)
    assert spread.mean == 1.5


def test_levels_that_a_series_did_not_reach_are_part_of_the_tail():
    listed = Listed({1: (0.5, 0.0), 2: (0.25, 0.0), 3: (0.125, 0.0)}, rests=[0.0625, 0.0625], complete=3)
    spread = listed.spread((1, 1), 0.0)
    assert spread.support == (1, 2)
    assert spread.tail == 0.25


def test_bounds_are_widened_by_the_errors():
    spread = Listed({4: (0.5, 0.1)}).spread((1,), 1e-3)
    assert (spread.lower, spread.upper) == ((pytest.approx(0.45),), (pytest.approx(0.551),))
