"""Digits in base p become fractions that satisfy the equations exactly."""

from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith_plugins.solvers import lifting
from oddsmith_plugins.solvers.lifting import PRIME, SingularError, WholeSystem, solve_whole


def random_system(size, seed):
    rng = np.random.default_rng(seed)
    start, column, entry = [0], [], []
    for i in range(size):
        others = set(rng.integers(0, size, 3).tolist()) - {i}
        column += [i, *sorted(others)]
        entry += [36, *(-int(rng.integers(1, 11)) for _ in others)]
        start.append(len(column))
    right = rng.integers(-5, 30, (2, size))
    return WholeSystem(np.array(start), np.array(column), np.array(entry), right)


@pytest.mark.parametrize("size", [1, 2, 7, 60])
@pytest.mark.parametrize("seed", range(3))
def test_solutions_are_exact(size, seed):
    system = random_system(size, seed)
    for (numerators, denominator), right in zip(solve_whole(system, Context()), system.right.tolist(), strict=True):
        for i in range(size):
            row = range(system.start[i], system.start[i + 1])
            total = sum(int(system.entry[t]) * numerators[system.column[t]] for t in row)
            assert total == denominator * right[i]


def test_a_matrix_without_inverse_is_noticed():
    rows = WholeSystem(np.array([0, 2, 4]), np.array([0, 1, 1, 0]), np.array([1, -1, 1, -1]), np.array([[1, 1]]))
    with pytest.raises(SingularError):
        solve_whole(rows, Context())


def test_numbers_that_do_not_fit_machine_words_are_refused():
    assert not WholeSystem(np.array([0, 1]), np.array([0]), np.array([2**40]), np.array([[1]])).fits()


@pytest.mark.parametrize("fraction", [Fraction(0), Fraction(1, 3), Fraction(-22, 7), Fraction(12345, 67891)])
def test_fractions_are_found_from_remainders(fraction):
    modulus = PRIME**4
    value = fraction.numerator * pow(fraction.denominator, -1, modulus) % modulus
    assert Fraction(*lifting._fraction(value, modulus)) == fraction


@pytest.mark.parametrize("value", [1, 2, 12345, PRIME - 1])
def test_inverses_modulo_the_prime(value):
    assert lifting.inverse(value) * value % PRIME == 1
    assert lifting.inverse.python(value) == lifting.inverse(value)
