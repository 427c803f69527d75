"""The compiled loops do what their plain Python originals do, for any number of columns."""

import numpy as np
import pytest

from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers import sweeps
from oddsmith_plugins.solvers.system import system_of


@pytest.fixture
def system():
    return system_of(problem_of(walk(12, "2/5"), {0: 0, 12: 1}))


def rows(system):
    return system.row_start, system.column, system.code, system.table, system.scale


def test_one_column_as_in_plain_python(system):
    results = []
    for function in (sweeps.sweep_chain, sweeps.sweep_chain.python):
        x = np.zeros(system.size)
        change = function(3, 0.0, 0, system.size, *rows(system), system.constant.reshape(-1), x)
        results.append([change, *x])
    np.testing.assert_allclose(*results, rtol=1e-15)


def test_several_columns_at_once(system):
    three = np.repeat(system.constant, 3, axis=1) * [1.0, 2.0, 3.0]
    x = np.zeros((system.size, 3))
    sweeps.specialised(3, True)["sweep_chain"](40, 0.0, 0, system.size, *rows(system), three.reshape(-1), x.reshape(-1))
    one = np.zeros(system.size)
    sweeps.sweep_chain(40, 0.0, 0, system.size, *rows(system), system.constant.reshape(-1), one)
    np.testing.assert_allclose(x, one[:, None] * [1.0, 2.0, 3.0], rtol=1e-14)


def test_weights_one_by_one(system):
    x, y = np.zeros(system.size), np.zeros(system.size)
    weights = system.table[system.code]
    sweeps.sweep_chain(5, 0.0, 0, system.size, *rows(system), system.constant.reshape(-1), x)
    plain = sweeps.specialised(1, False)["sweep_chain"]
    plain(
        5,
        0.0,
        0,
        system.size,
        system.row_start,
        system.column,
        system.code,
        weights,
        system.scale,
        system.constant.reshape(-1),
        y,
    )
    np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize(("factor", "direction"), [(1.001, 1.0), (0.999, -1.0)])
def test_a_solution_moved_outwards_is_seen_to_be_safe(system, factor, direction):
    x = np.zeros(system.size)
    sweeps.sweep_chain(2000, 0.0, 0, system.size, *rows(system), system.constant.reshape(-1), x)
    starts = np.arange(system.size + 1)
    arguments = (starts, system.maximise, *rows(system), system.constant.reshape(-1))

    def excess(y, way):
        worst = np.zeros(1)
        sweeps.examine(way, 0, system.size, *arguments, y, np.ones(system.size), worst)
        return worst[0]

    assert 0 < excess(x, direction) < 1e-14
    assert excess(x * factor, direction) <= 1e-14
    assert excess(x * np.nan, direction) == np.inf
    assert excess(x * factor, -direction) > 1e-5


def test_blocks_that_stand_still_are_passed_over(system):
    settled, lively = np.zeros(system.size), np.zeros(system.size)
    arguments = (*rows(system), system.constant.reshape(-1))
    sweeps.sweep_chain(5, np.inf, 0, system.size, *arguments, settled)
    sweeps.sweep_chain(1, 0.0, 0, system.size, *arguments, lively)
    np.testing.assert_array_equal(settled, lively)
