"""The way back from a reduced space: values and strategies of the original states."""

from dataclasses import replace

import numpy as np
import pytest

from oddsmith.context import BrokenOfferError, Context
from oddsmith.space.reduction import Lift, SpaceReduction, reduced
from oddsmith.space.space import Stored
from oddsmith.testing.small import space_of, stored_of

# Three states; 0 has choices 0, 1; 1 has 2, 3; 2 has 4. States 0 and 1 are merged, and so are choices 0 and 2, 1 and 3.
ORIGINAL = Stored(
    3, np.array([0, 2, 4, 5]), np.arange(6), np.array([1, 2, 0, 2, 2], dtype=np.int32), np.ones(5, dtype=np.float64)
)
LIFT = Lift(np.array([0, 0, 1]), np.array([0, 1, 0, 1, 2]))


def test_values_are_those_of_the_merged_states():
    assert LIFT.values(np.array([0.5, 1.0])).tolist() == [0.5, 0.5, 1.0]
    assert LIFT.values(np.array([[0.5, 2], [1.0, 3]])).tolist() == [[0.5, 2], [0.5, 2], [1, 3]]


def test_every_original_state_takes_its_own_version_of_the_best_choice():
    assert LIFT.strategy(np.array([1, 2]), ORIGINAL).tolist() == [1, 3, 4]
    assert LIFT.strategy(np.array([0, -1]), ORIGINAL).tolist() == [0, 2, -1]


def test_of_several_versions_the_first_is_taken():
    lift = Lift(np.array([0, 0, 1]), np.array([0, 0, 0, 0, 1]))
    assert lift.strategy(np.array([0, 1]), ORIGINAL).tolist() == [0, 2, 4]


def test_ways_back_are_chained_and_dropped_choices_stay_dropped():
    later = Lift(np.array([0, 0]), np.array([0, -1, 0]))
    both = later.after(LIFT)
    assert both.state.tolist() == [0, 0, 0]
    assert both.choice.tolist() == [0, -1, 0, -1, 0]
    dropped = later.after(Lift(np.array([0, 0, 1]), np.array([0, -1, 0, 1, 2])))
    assert dropped.choice.tolist() == [0, -1, 0, -1, 0]


def test_who_lacks_the_best_choice_goes_on_by_inner_ones():
    # 0 -> 1 -> 2 by inner choices 0 and 2; only 2 has the choice that is left
    lift = Lift(np.array([0, 0, 0]), np.array([-1, -1, -1, -1, 0]), np.array([True, False, False, True, False]))
    assert lift.strategy(np.array([0]), ORIGINAL).tolist() == [0, 3, 4]
    assert lift.strategy(np.array([-1]), ORIGINAL).tolist() == [-1, -1, -1]


def test_inner_choices_of_both_reductions_are_inner_choices():
    first = Lift(np.array([0, 0, 1]), np.array([0, -1, -1, 0, 1]), np.array([False, False, True, False, False]))
    second = Lift(np.array([0, 0]), np.array([-1, 0]), np.array([True, False]))
    both = second.after(first)
    assert both.inner is not None
    assert both.inner.tolist() == [True, False, True, True, False]
    assert both.strategy(np.array([0]), ORIGINAL).tolist() == [0, 3, 4]


def test_the_identity_changes_nothing():
    same = Lift.identity(ORIGINAL)
    assert same.strategy(np.array([1, 2, 4]), ORIGINAL).tolist() == [1, 2, 4]


SPACE = space_of(stored_of([{1: "1/2", 2: "1/2"}, {1: 1}, {2: 1}]), [[1]])
WAY = Lift.identity(SPACE.transitions)


def applied(found):
    class Mine(SpaceReduction):
        name = "mine"

        def apply(self, space, context):
            return found

    return reduced(Mine(), SPACE, Context())


def test_a_space_and_a_way_back_that_fit_are_passed_on():
    assert applied((SPACE, WAY)) == (SPACE, WAY)


@pytest.mark.parametrize(
    ("found", "rule"),
    [
        (None, "returned NoneType, not"),
        (SPACE, "returned StateSpace, not"),
        ((SPACE, None), "returned StateSpace, NoneType, not"),
        ((replace(SPACE, conditions=()), WAY), "lost a condition"),
        ((SPACE, Lift(WAY.state[:1], WAY.choice)), "a Lift that does not fit"),
        ((SPACE, Lift(WAY.state, WAY.choice[:1])), "a Lift that does not fit"),
        ((SPACE, Lift(WAY.state + 7, WAY.choice)), "leads out of the reduced space"),
        ((replace(SPACE, initial=1), WAY), "leads the initial state elsewhere"),
    ],
)
def test_what_does_not_fit_is_told(found, rule):
    with pytest.raises(BrokenOfferError, match="the reduction mine ") as error:
        applied(found)
    assert rule in str(error.value)
