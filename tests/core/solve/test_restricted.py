"""What some choices leave of a game."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from oddsmith.solve.restricted import reachable, restricted
from oddsmith.testing.small import gains_of, space_of, stored_of

TRANSITIONS = stored_of([[{1: 1}, {2: "1/3", 3: "2/3"}], {1: 1}, {2: 1}, [{3: 1}, {0: 1}]])


def test_only_what_the_choices_reach_is_left():
    space = space_of(TRANSITIONS, [[2, 3]], {"r": gains_of(TRANSITIONS, [1, 2, 3, 4], [1, 2, 3, 4, 5, 6])})
    part = restricted(space, np.array([False, True, True, True, True, False]))
    assert part.state.tolist() == [0, 2, 3]
    assert part.choice.tolist() == [1, 3, 4]
    assert part.space.transitions.choice_start is None
    assert part.space.transitions.column.tolist() == [1, 2, 1, 2]
    assert part.space.transitions.exact == (Fraction(1, 3), Fraction(2, 3), 1, 1)
    assert part.space.conditions[0].tolist() == [False, True, True]
    assert part.space.gains["r"].state.tolist() == [1, 3, 4]
    assert part.space.gains["r"].choice.tolist() == [2, 4, 5]


def test_several_choices_may_stay():
    part = restricted(space_of(TRANSITIONS), np.ones(6, dtype=np.bool_))
    assert part.space.transitions.starts.tolist() == TRANSITIONS.starts.tolist()


def test_reachable_follows_the_allowed_choices_only():
    first = np.array([True, False, True, True, True, False])
    assert reachable(TRANSITIONS, 0, first).tolist() == [True, True, False, False]
    assert reachable(TRANSITIONS, 3, ~first | np.array([0, 0, 1, 1, 0, 0], dtype=bool)).tolist() == [
        True,
        False,
        True,
        True,
    ]
