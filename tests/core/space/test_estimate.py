"""Sizes before a space is built: exact for small games, bounds and a guess for large ones."""

from fractions import Fraction

import pytest

from oddsmith.context import Context
from oddsmith.kernel.encoding import Encoding
from oddsmith.source import SpecError
from oddsmith.space.estimate import box_size, estimate, extrapolated, guessed
from oddsmith.space.search import Budget

ONE, HALF = Fraction(1), Fraction(1, 2)


def walk(high):
    def choices(values):
        x = values[0]
        return [] if x in {0, high} else [(0, [(HALF, (x + 1,)), (HALF, (x - 1,))])]

    return choices


def target_of(hand, process, choices, **options):
    return hand.target(hand.kernel(Encoding.of(process.params), choices, **options))


def test_a_small_game_is_counted(hand):
    process = hand.process()
    found = estimate(process, [target_of(hand, process, walk(4))], Context())
    assert found.complete
    assert (found.states, found.choices, found.transitions) == (5, 5, 8)
    assert found.levels == (1, 2, 1, 1)
    assert found.likely == 5
    assert found.box == 100


def test_equal_successors_count_once(hand):
    process = hand.process()
    choices = lambda v: [(0, [(HALF, (5,)), (HALF, (5,))]), (1, [(ONE, (5,))])]  # noqa: E731
    found = estimate(hand.process("mdp"), [target_of(hand, process, choices)], Context())
    assert (found.states, found.choices, found.transitions) == (2, 4, 4)


def test_a_large_game_has_at_least_what_was_counted_and_at_most_its_box(hand):
    process = hand.process(high=10**9)
    found = estimate(process, [target_of(hand, process, walk(10**9), fault=-1)], Context(), Budget(states=200))
    assert not found.complete
    assert 200 < found.states <= found.likely <= found.box == 10**9 + 1
    assert found.memory > 200 * found.state_bytes
    assert found.seconds > 0


def test_states_of_several_words_are_counted(hand):
    process = hand.process(wide=3)

    def choices(values):
        return [] if values[3] == 7 else [(0, [(ONE, (*values[:3], values[3] + 1))])]

    assert estimate(process, [target_of(hand, process, choices)], Context()).states == 8
    assert box_size(process) == 100 * 2**120


def test_growth_that_slows_down_ends_and_growth_that_does_not_fills_the_box():
    bell = [round(1e6 * 2.718 ** (-(k - 20) * (k - 20) / 50)) for k in range(41)]
    assert extrapolated(bell[:12], 10**9) == pytest.approx(sum(bell), rel=0.3)
    assert extrapolated([1, 2, 4, 8, 16, 32], 10**9) == 10**9
    assert extrapolated([512, 256, 128, 64], 10**9) == pytest.approx(1023, abs=2)
    assert extrapolated([1, 2], 500) == 500


def test_levels_that_stay_as_large_as_they_are_last_until_all_values_are_seen(hand):
    process = hand.process(high=9999)

    def choices(values):
        return [] if values[0] == 9999 else [(0, [(ONE, (values[0] + 1,))])]

    found = estimate(process, [target_of(hand, process, choices, fault=-1)], Context(), Budget(states=500))
    assert not found.complete
    assert found.likely == pytest.approx(10_000, rel=0.01)


def test_a_faulty_state_met_on_the_way_is_shown(hand):
    process = hand.process()
    choices = lambda v: [(0, [(ONE, (v[0] + 1,))])]  # noqa: E731
    with pytest.raises(SpecError, match="E605"):
        estimate(process, [target_of(hand, process, choices)], Context())


def test_levels_that_swell_and_shrink_in_turn_are_taken_two_by_two():
    """As in a game where a round is drawn and then paid: the draw has ten outcomes, most of which lead to the same."""
    bell = [1, 9, 37, 90, 150, 190, 200, 190, 150, 90, 37, 9, 1]
    paid = [size for level in bell for size in (level, 10 * level)]
    assert sum(paid) / 2 < guessed(paid[:14], 10**20) < 2 * sum(paid)
    assert guessed(bell[:8], 10**20) == extrapolated(bell[:8], 10**20)
