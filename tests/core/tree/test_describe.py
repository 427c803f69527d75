"""Plays in the words of the spec, with bounds for the rounding."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.space.explore import explore
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.tree.describe import Behaviour, describe
from oddsmith.tree.unfolded import Unfolded
from oddsmith_plugins.kernels.reference import Reference


@pytest.fixture(scope="module")
def game() -> Unfolded:
    process = lower(load(Path(__file__).parents[3] / "specs" / "bluff.yaml", {}))
    return Unfolded.of(process, explore(process, (), [Reference()], Context())[0], (), Context())


def test_fractions_lie_within_the_bounds_of_floats(game: Unfolded) -> None:
    exact = Behaviour.of([Fraction(2, 7), Fraction(5, 7), Fraction(1), Fraction(0), Fraction(3, 11), Fraction(8, 11)])
    sure, rough = describe(game, exact, "tried"), describe(game, Behaviour(exact.floats), "tried")
    for one, other in zip(sure.gains, rough.gains, strict=True):
        assert isinstance(one.value.exact, Fraction)
        assert other.value.lower <= float(one.value.exact) <= other.value.upper
        assert other.value.upper - other.value.lower < 1e-12
        assert other.regret.lower <= one.regret.value <= other.regret.upper
        assert other.spread.probability == pytest.approx(one.spread.probability)
    assert sure.nash_conv.exact == sum(gain.regret.exact for gain in sure.gains if gain.regret.exact is not None)


def test_decisions_tell_what_is_seen_done_and_how_often_it_happens(game: Unfolded) -> None:
    behaviour = Behaviour(np.array([0.5, 0.5, 1.0, 0.0, 0.25, 0.75]))
    ann_bad, ann_good, bob = describe(game, behaviour, "tried").decisions
    assert (ann_bad.player, ann_bad.seen, ann_bad.moves) == ("ann", (("card", "bad"),), ("bet", "give_up"))
    assert ann_good.reached == pytest.approx(0.5)
    assert (bob.seen, bob.reached) == ((), pytest.approx(0.75))
