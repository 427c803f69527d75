"""Distributions of rewards agree with following every path."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.expr.nodes import Name
from oddsmith.process.question import Distribution, Expected, Question
from oddsmith.solve.answering import answer_all
from oddsmith.source import SpecError
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of, stored_of

A, B = Name("a"), Name("b")
relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def followed(transitions, goal, gain, levels):
    """P(total = k) for k < levels by pushing mass forward; the mass still under way is returned too."""
    mass, result = {(0, 0): Fraction(1)}, defaultdict(Fraction)
    for _ in range(60):
        later = defaultdict(Fraction)
        for (s, total), p in mass.items():
            if s in goal:
                result[total] += p
                continue
            for i in range(transitions.row_start[s], transitions.row_start[s + 1]):
                if total + gain[i] < levels:
                    later[int(transitions.column[i]), total + gain[i]] += p * transitions.exact[i]
        mass = later
    return result, sum(mass.values())


@relaxed
@given(random_transitions(4, 1), st.sets(st.integers(0, 3)), st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_every_level_has_its_probability(asking, transitions, picks, amounts):
    goal = {s for s in picks if s < transitions.size}
    gain = amounts[: transitions.count]
    space = space_of(transitions, [goal, []], {"r": gains_of(transitions, step=gain)})
    (answer,) = asking.answers(space, Distribution("r", A))
    spread = answer.value
    expected, missing = followed(transitions, goal, gain, 5)
    found = dict(zip(spread.support, zip(spread.lower, spread.upper, strict=True), strict=True))
    for k in range(5):
        low, high = found.get(k, (0.0, 0.0))
        assert low - float(missing) - 1e-12 <= float(expected[k]) <= high + float(missing) + 1e-12
    assert answer.status.name == "DONE"


def test_steps_of_a_geometric_wait(asking):
    space = space_of(stored_of([{0: "1/2", 1: "1/2"}, {1: 1}]), [[1], []])
    (answer,) = asking.answers(space, Distribution("steps", A))
    assert answer.value.support[:3] == (1, 2, 3)
    assert answer.value.probability[:3] == (0.5, 0.25, 0.125)
    assert 0 < answer.value.tail <= 1e-12
    assert answer.value.mean == pytest.approx(2, rel=1e-9)
    assert "rest below" in answer.method


def test_a_finite_distribution_is_exact(asking):
    transitions = stored_of([{1: "1/3", 2: "2/3"}, {2: 1}, {2: 1}])
    space = space_of(transitions, [[2], []])
    (answer,) = asking.answers(space, Distribution("steps", A))
    assert answer.value.support == (1, 2)
    assert answer.value.exact == (Fraction(2, 3), Fraction(1, 3))
    assert answer.value.tail == 0


def coin_game():
    """0 and 1 toss in turn for ever until one of them wins 3 (at 2) or 1 (at 3)."""
    transitions = stored_of([{1: "1/2", 2: "1/2"}, {0: "1/2", 3: "1/2"}, {2: 1}, {3: 1}])
    return space_of(transitions, [[2, 3], []], {"prize": gains_of(transitions, step=[0, 3, 0, 1, 0, 0])})


def test_cycles_without_gain_are_solved(asking):
    (answer,) = asking.answers(coin_game(), Distribution("prize", A))
    assert answer.value.support == (1, 3)
    assert answer.value.exact == (Fraction(1, 3), Fraction(2, 3))


def test_expected_distributions_are_checked():
    for expected, verdict in (
        ({1: Fraction(1, 3), 3: Fraction(2, 3)}, True), ({1: Fraction(1, 3), 2: Fraction(2, 3)}, False),
    ):  # fmt: skip
        question = Question("q", "?", Distribution("prize", A), Expected(expected))
        (answer,) = answer_all(coin_game(), [question], lambda problem: Oracle(), Context(), (A, B))
        assert answer.ok is verdict


def test_a_goal_that_is_never_reached_has_no_values(asking):
    space = space_of(stored_of([{0: 1}, {1: 1}]), [[1], []])
    (answer,) = asking.answers(space, Distribution("steps", A))
    assert answer.value.support == ()


def test_gains_must_be_whole_and_not_negative(asking):
    transitions = stored_of([{1: 1}, {1: 1}])
    for amount in ("-1", "1/2"):
        space = space_of(transitions, [[1], []], {"r": gains_of(transitions, step=[amount, 0])})
        with pytest.raises(SpecError, match="whole numbers"):
            asking.answers(space, Distribution("r", A))
