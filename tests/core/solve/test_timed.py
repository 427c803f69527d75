"""Games with a clock."""

from __future__ import annotations

from oddsmith.solve.timed import timed
from oddsmith.testing.small import space_of, stored_of

TRANSITIONS = stored_of([[{0: "1/2", 1: "1/2"}, {2: 1}], {0: 1}, {2: 1}])


def test_a_state_stands_there_once_for_each_time():
    game = timed(space_of(TRANSITIONS, [[2]]), 2, stops=True)
    assert list(zip(game.time.tolist(), game.state.tolist(), strict=True)) == [
        (0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2),
    ]  # fmt: skip
    assert game.space.transitions.starts.tolist() == [0, 2, 4, 5, 6, 7, 8, 9]
    assert game.ended.tolist() == [False] * 4 + [True] * 3
    assert game.choice.tolist() == [0, 1, 0, 1, 2, 3, -1, -1, -1]
    assert game.space.conditions[0].tolist() == [False, False, False, True, False, False, True]


def test_after_its_end_the_clock_can_stand_still():
    game = timed(space_of(TRANSITIONS), 1, stops=False)
    assert list(zip(game.time.tolist(), game.state.tolist(), strict=True)) == [(0, 0), (1, 0), (1, 1), (1, 2)]
    assert game.space.transitions.column.tolist() == [1, 2, 3, 1, 2, 3, 1, 3]
    assert not game.ended.any()


def test_what_would_be_too_large_is_not_made():
    assert timed(space_of(TRANSITIONS), 20, stops=True, most=10) is None
