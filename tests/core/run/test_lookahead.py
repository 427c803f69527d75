"""A long exploration is looked at once, and refused where it cannot fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oddsmith.context import Context, LimitError, Limits, Silent
from oddsmith.run.lookahead import PATIENCE, Lookahead, Watched, watched
from oddsmith.space.estimate import Estimate

SMALL = Estimate(10, 10, 10, 10, 10, True, (), 10, 100, 20, 12)
HUGE = replace(SMALL, box=10**15, likely=10**15, complete=False, expanded=5_000)


def lookahead(found: Estimate, seconds: float) -> Lookahead:
    times = iter([0.0, seconds, seconds])
    return Lookahead(lambda: found, Context(), lambda: next(times))


def test_a_short_exploration_is_left_alone() -> None:
    lookahead(HUGE, PATIENCE - 0.1)()


def test_a_hopeless_one_is_refused_with_advice() -> None:
    with pytest.raises(LimitError, match="likely has about 1,000,000,000,000,000 states") as caught:
        lookahead(HUGE, PATIENCE)()
    assert "--no-estimate" in caught.value.advice


def test_a_look_that_saw_next_to_nothing_refuses_nothing() -> None:
    """On a busy machine the seconds of a look may all go into building the kernel."""
    lookahead(replace(HUGE, expanded=1, levels=(1,)), PATIENCE)()
    with pytest.raises(LimitError):
        lookahead(replace(HUGE, expanded=40, levels=(1, 3, 9, 27)), PATIENCE)()


def test_a_likely_size_is_told() -> None:
    told: list[str] = []

    class Listening(Silent):
        def message(self, text: str) -> None:
            told.append(text)

    growing = replace(SMALL, box=10**15, likely=20_000, complete=False, levels=(1, 2, 3, 4))
    ahead = Lookahead(lambda: growing, Context(monitor=Listening()))
    ahead.begun -= PATIENCE
    ahead()
    assert told == ["likely about 20,000 states, 2.64 MB"]


def test_it_looks_only_once() -> None:
    looks: list[int] = []

    def look() -> Estimate:
        looks.append(1)
        return SMALL

    ahead = Lookahead(look, Context(), lambda: PATIENCE * (1 + len(looks)) if looks else 0.0)
    ahead.begun = -PATIENCE
    ahead()
    ahead()
    assert looks == [1]


def test_a_watched_context_is_otherwise_the_same() -> None:
    context = Context(limits=Limits(states=7), seed=3)
    alert = watched(context, lambda: SMALL)
    assert isinstance(alert, Watched)
    assert (alert.limits, alert.seed, alert.started) == (context.limits, context.seed, context.started)
    alert.check()
