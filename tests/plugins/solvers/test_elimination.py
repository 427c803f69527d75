"""Factors solve any right-hand side, component by component."""

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers import elimination
from oddsmith_plugins.solvers.elimination import Elimination
from oddsmith_plugins.solvers.system import system_of


def dense(system):
    weights = system.table if system.code is None else system.table[system.code]
    matrix = np.zeros((system.size, system.size))
    for i in range(system.size):
        for t in range(system.row_start[i], system.row_start[i + 1]):
            matrix[i, system.column[t]] -= weights[t]
        matrix[i, i] += system.leak[i] + weights[system.row_start[i] : system.row_start[i + 1]].sum()
    return matrix


@pytest.fixture(params=[1e30, 1.0], ids=["band", "sparse"])
def limit(request, monkeypatch):
    monkeypatch.setattr(elimination, "BAND_WORK", request.param)


def random_chain(size, seed):
    rng = np.random.default_rng(seed)
    rows = []
    for state in range(size):
        targets = {*rng.integers(max(0, state - 6), size, 3).tolist(), size}
        rows.append({t: f"1/{len(targets)}" for t in targets})
    return stored_of([*rows, {size: 1}], exact=False)


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize("seed", range(5))
def test_solutions_satisfy_the_equations(seed):
    system = system_of(problem_of(random_chain(40, seed), {40: 1}))
    right = np.random.default_rng(seed).normal(size=(system.size, 3))
    x = Elimination(system, Context()).solve(right)
    np.testing.assert_allclose(dense(system) @ x, right, atol=1e-10)


def test_positive_numbers_stay_right_in_all_digits():
    """The walk's own condition number is about a million."""
    system = system_of(problem_of(walk(2000), {0: 0, 2000: 1}))
    x = Elimination(system, Context()).solve(np.ones((system.size, 1)))
    np.testing.assert_allclose(x[:, 0], system.state * (2000.0 - system.state), rtol=1e-12)


def test_too_much_memory_is_refused_before_it_is_taken():
    system = system_of(problem_of(walk(200_000), {0: 0, 200_000: 1}))
    with pytest.raises(LimitError):
        Elimination(system, Context(limits=Limits(memory=1)))
