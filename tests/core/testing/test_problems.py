"""Problems by hand have the traits that their numbers say."""

from fractions import Fraction

import numpy as np

from oddsmith.solve.problem import Trait
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of


def test_a_walk_steps_up_and_down():
    steps = walk(4, "1/3", exact=True)
    assert steps.size == 5
    assert steps.row_start.tolist() == [0, 1, 3, 5, 7, 8]
    assert steps.column.tolist() == [0, 0, 2, 1, 3, 2, 4, 4]
    assert steps.exact[1:3] == (Fraction(2, 3), Fraction(1, 3))
    np.testing.assert_allclose(steps.weight, [float(w) for w in steps.exact])


def test_traits_follow_from_the_numbers():
    chain = problem_of(walk(3, exact=True), {0: 0, 3: 1})
    assert {Trait.CHAIN, Trait.EXACT_WEIGHTS, Trait.UNBOUNDED, Trait.NONNEGATIVE} <= chain.traits
    assert Trait.ACYCLIC not in chain.traits
    choices = problem_of(stored_of([[{1: 1}, {2: 1}], {1: 1}, {2: 1}]), {1: 0, 2: -1}, maximise=True)
    assert Trait.ACYCLIC in choices.traits
    assert not choices.traits & {Trait.CHAIN, Trait.NONNEGATIVE}
    assert choices.side.tolist() == [1, 1, 1]
    stepped = problem_of(walk(3), {3: 1}, horizon=2)
    assert Trait.HORIZON in stepped.traits
    assert not stepped.fixed.any()
