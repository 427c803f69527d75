"""Sweeps come close, by one thread or two, with or without extrapolation."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers import relaxation
from oddsmith_plugins.solvers.relaxation import Relaxation
from oddsmith_plugins.solvers.system import system_of


@pytest.fixture
def pool():
    with ThreadPoolExecutor(2) as made:
        yield made


@pytest.mark.parametrize("threads", [1, 2])
def test_large_components_converge(monkeypatch, pool, threads):
    monkeypatch.setattr(relaxation, "LARGE", 10)
    monkeypatch.setattr(relaxation, "PARALLEL_WORK", 10)
    system = system_of(problem_of(walk(80, "1/3"), {0: 0, 80: 1}))
    worker = Relaxation(system, Context(threads=threads), pool)
    x = np.zeros((system.size, 1))
    worker.solve(system.constant, x, 1e-9)
    np.testing.assert_allclose(x[:, 0], (2.0**system.state - 1) / (2.0**80 - 1), rtol=1e-6)


def test_extrapolation_saves_sweeps(monkeypatch, pool):
    monkeypatch.setattr(relaxation, "LARGE", 10)
    system = system_of(problem_of(walk(80), {0: 0, 80: 1}))
    counts = []
    for steady in (relaxation._is_steady, lambda changes: False):
        monkeypatch.setattr(relaxation, "_is_steady", steady)
        worker = Relaxation(system, Context(threads=1), pool)
        worker.solve(system.constant, np.zeros((system.size, 1)), 1e-9)
        counts.append(worker.sweeps)
    assert counts[0] < 0.5 * counts[1]


def test_what_sweeps_had_missed_is_nearly_a_weight_vector(monkeypatch, pool):
    monkeypatch.setattr(relaxation, "LARGE", 2)
    monkeypatch.setattr(relaxation, "_is_steady", lambda changes: False)
    system = system_of(problem_of(walk(30, "2/3"), {0: 0, 30: 1}))
    worker = Relaxation(system, Context(threads=1), pool)
    x = np.zeros((system.size, 1))
    worker.solve(system.constant, x, 1e-9)
    w = worker.lagging(worker.missing(x), x, system.constant)
    assert (w >= x).all()
    assert w.max() > 2 * x.max()


def test_every_choice_is_appraised(pool):
    system = system_of(problem_of(walk(6), {0: 0, 6: 6}))
    worker = Relaxation(system, Context(threads=1), pool)
    x = system.state[:, None].astype(float)
    np.testing.assert_allclose(worker.appraise(x), x)


def test_values_that_have_not_arrived_yet_are_not_settled(pool):
    system = system_of(problem_of(walk(300), {0: 0, 300: 1}))
    worker = Relaxation(system, Context(threads=1), pool)
    x = np.zeros((system.size, 1))
    assert not worker.is_reached(system.constant, x, 0, system.size)
    assert worker.is_reached(system.constant, np.ones_like(x), 0, system.size)
    nothing = np.zeros_like(system.constant)
    assert worker.is_reached(nothing, np.zeros_like(x), 0, system.size), "zero for good"
