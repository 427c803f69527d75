"""State, choice and step gains are added per choice, exactly where possible."""

from fractions import Fraction

import pytest

from oddsmith.solve.gains import choice_gain, indicator, reward_of
from oddsmith.solve.step_gains import step_gain
from oddsmith.source import SpecError
from oddsmith.testing.small import gains_of, space_of, stored_of

TRANSITIONS = stored_of([[{0: "1/4", 1: "3/4"}, {1: 1}], [{1: 1}]])
GAINS = {"r": gains_of(TRANSITIONS, state=[1, 10], choice=[100, 200, 300], step=[4, 8, 0, 0])}
SPACE = space_of(TRANSITIONS, gains=GAINS)


def test_a_choice_gains_what_state_choice_and_steps_give():
    gain = choice_gain(SPACE, "r")
    assert gain.exact == (108, 201, 310)
    assert gain.value.tolist() == [108.0, 201.0, 310.0]


def test_without_fractions_there_are_only_floats():
    transitions = stored_of([[{0: "1/4", 1: "3/4"}, {1: 1}], [{1: 1}]], exact=False)
    gain = choice_gain(space_of(transitions, gains={"r": gains_of(transitions, choice=[1, 2, 3])}), "r")
    assert gain.exact is None
    assert gain.value.tolist() == [1.0, 2.0, 3.0]


def test_transitions_gain_for_themselves():
    assert step_gain(SPACE, "r").exact == (105, 109, 201, 310)
    assert step_gain(SPACE, "r").by_choice().exact == choice_gain(SPACE, "r").exact


def test_steps_always_exist():
    assert choice_gain(SPACE, "steps").exact == (1, 1, 1)


def test_the_only_reward_needs_no_name():
    assert reward_of(SPACE, "") is GAINS["r"]


def test_an_unknown_reward_is_answered_with_the_known_ones():
    with pytest.raises(SpecError, match=r"no reward `x`[\s\S]*known: r, steps"):
        reward_of(SPACE, "x")


def test_parts_do_not_go_below_zero():
    transitions = stored_of([{0: "1/2", 1: "1/2"}, {1: 1}])
    space = space_of(transitions, gains={"r": gains_of(transitions, choice=["-1/2", 2])})
    gain = choice_gain(space, "r")
    assert gain.part(1).exact == (0, 2)
    assert gain.part(-1).exact == (Fraction(1, 2), 0)
    assert [part.exact for part in step_gain(space, "r").parts()] == [(0, 0, 2), (Fraction(1, 2), Fraction(1, 2), 0)]


def test_an_indicator_marks_the_choices_of_states():
    import numpy as np

    assert indicator(TRANSITIONS, np.array([True, False])).exact == (1, 1, 0)
