"""Bounds are proved for good approximations, and refused for bad ones."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers.certificate import certify, proved, reference_of, residual
from oddsmith_plugins.solvers.relaxation import Relaxation
from oddsmith_plugins.solvers.system import system_of


@pytest.fixture
def worker():
    with ThreadPoolExecutor(1) as pool:
        yield Relaxation(system_of(problem_of(walk(20), {0: 0, 20: 1}, initial=7)), Context(threads=1), pool)


def truth(worker):
    return worker.system.state[:, None] / 20.0


def test_any_good_approximation_is_bounded(worker):
    x = truth(worker) * (1 + 1e-12 * np.sin(np.arange(worker.system.size))[:, None])
    bounds = certify(worker, x, True)
    assert (bounds.lower <= truth(worker)).all()
    assert (truth(worker) <= bounds.upper).all()
    assert bounds.width(worker.system.initial) <= 1e-9


def test_a_bad_approximation_is_improved_first(worker):
    bounds = certify(worker, np.full((worker.system.size, 1), 0.3), True)
    assert (bounds.lower <= truth(worker)).all()
    assert (truth(worker) <= bounds.upper).all()
    assert bounds.width(worker.system.initial) <= 1e-9


def test_an_error_that_is_too_small_is_not_believed(worker):
    x = truth(worker).copy()
    x[3] += 0.01
    bounds = proved(worker, x, np.ones_like(x), np.array([1e-6]))
    assert np.isinf(bounds.lower).all() or np.isinf(bounds.upper).all()


def test_the_residual_is_relative(worker):
    x = truth(worker)
    assert residual(worker, x, reference_of(x, True))[0] < 1e-14
    assert residual(worker, 2 * x, reference_of(2 * x, True))[0] > 1e-3
    assert (reference_of(np.array([[-1.0], [0.0]]), False) > 0).all()
