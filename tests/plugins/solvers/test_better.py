"""Choices that are surely better than the present values."""

from fractions import Fraction

import numpy as np

from oddsmith.testing.problems import problem_of
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.better import better_fractions, surely_better

GAME = stored_of([[{1: 1}, {0: "1/2", 2: "1/4", 3: "1/4"}], [{0: 1}, {2: 1}], {2: 1}, {3: 1}])
PROBLEM = problem_of(GAME, {2: 1, 3: 0}, side=[1, -1, 0, 0], stopping=False)
HELD = np.array([0, -1, -1, -1])


def test_a_choice_is_taken_until_it_leaves():
    zero = np.array([0.0, 0.0, 1.0, 0.0])
    assert surely_better(PROBLEM, 1, HELD, zero, zero).tolist() == [1, -1, -1, -1]
    half = np.array([0.5, 0.5, 1.0, 0.0])
    assert surely_better(PROBLEM, 1, HELD, half, half) is None


def test_bounds_that_overlap_decide_nothing():
    low, high = np.array([0.4, 0.4, 1.0, 0.0]), np.array([0.6, 0.6, 1.0, 0.0])
    assert surely_better(PROBLEM, 1, HELD, low, high) is None


def test_the_other_side_wants_less():
    values = np.array([0.5, 1.0, 1.0, 0.0])
    held = np.array([-1, 3, -1, -1])
    assert surely_better(PROBLEM, -1, held, values, values).tolist() == [-1, 2, -1, -1]


def test_infinite_values_are_better_than_finite_ones():
    problem = problem_of(GAME, {2: 0, 3: 0}, [0, 1, 0, 1, 0, 0], side=[1, -1, 0, 0], stopping=False)
    values = np.array([2.0, np.inf, 0.0, 0.0])
    assert surely_better(problem, 1, np.array([1, -1, -1, -1]), values, values).tolist() == [0, -1, -1, -1]
    exact = (Fraction(2), np.inf, Fraction(0), Fraction(0))
    assert better_fractions(problem, 1, np.array([1, -1, -1, -1]), exact).tolist() == [0, -1, -1, -1]


def test_fractions_see_the_smallest_difference():
    value = Fraction(1, 2)
    tiny = Fraction(1, 10**40)
    assert better_fractions(PROBLEM, 1, HELD, (value, value, Fraction(1), Fraction(0))) is None
    assert better_fractions(PROBLEM, 1, HELD, (value - tiny, value - tiny, Fraction(1), Fraction(0)))[0] == 1
