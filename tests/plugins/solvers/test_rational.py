"""Rational equations of one component."""

from fractions import Fraction
from math import inf

import pytest

from oddsmith.context import Context
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers import rational
from oddsmith_plugins.solvers.rational import Equations, ImproperError


def test_a_component_is_solved_with_what_is_known_around_it():
    equations = Equations(problem_of(walk(4, "1/3", exact=True), {0: 0, 4: 15}))
    equations.evaluate([1, 2, 3], {1: 1, 2: 2, 3: 3}, [0], Context())
    assert [Fraction(int(v.p), int(v.q)) for v in equations.value[0]] == [0, 1, 3, 7, 15]
    assert equations.worth(2, 0) == 3


def test_single_states_loop_or_leave():
    equations = Equations(problem_of(stored_of([{0: "3/4", 1: "1/4"}, {1: 1}]), {1: 2}, gain=[1, 0]))
    assert equations.alone(0, 0, 0) == 6
    stuck = Equations(problem_of(stored_of([{0: 1}, {1: 1}]), {1: 2}, gain=[1, 0]))
    assert stuck.alone(0, 0, 0) == inf


def test_what_is_never_left_has_no_solution():
    equations = Equations(problem_of(stored_of([{1: 1}, {0: 1}, {2: 1}]), {2: 1}))
    with pytest.raises(ImproperError):
        equations.evaluate([0, 1], {0: 0, 1: 1}, [0], Context())


@pytest.mark.parametrize("large", [2, 1000])
def test_lifting_and_elimination_agree(monkeypatch, large):
    monkeypatch.setattr(rational, "LARGE", large)
    equations = Equations(problem_of(walk(40, "2/7", exact=True), {0: 0, 40: "3/2"}, gain=[0, *["1/5"] * 39, 0]))
    states = list(range(1, 40))
    equations.evaluate(states, {s: s for s in states}, [0], Context())
    values = equations.value[0]
    for state in states:
        assert values[state] == equations.worth(state, 0)
