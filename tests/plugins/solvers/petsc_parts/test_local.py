"""Columns get local numbers, and the matrix has each column once, in order, with its diagonal."""

import numpy as np

from oddsmith_plugins.solvers.petsc_parts.local import assemble, local_of, localise
from oddsmith_plugins.solvers.petsc_parts.share import Share


def example(leak=None):
    """Rows 10 and 11 of 20: the first with a loop and a column twice, the second is empty."""
    column = np.array([15, 10, 3, 11, 3])
    weight = np.array([0.25, 0.125, 0.125, 0.25, 0.0625])
    return Share(10, 20, np.array([0, 5, 5]), column, weight, leak)


def test_own_columns_come_first_and_those_of_others_in_order():
    local = local_of(example())
    np.testing.assert_array_equal(local.other, [3, 15])
    np.testing.assert_array_equal(local.graph[2], [3, 0, 2, 1, 2])


def test_the_matrix_has_each_column_once_and_always_the_diagonal():
    start, column, value = local_of(example()).matrix()
    np.testing.assert_array_equal(start, [0, 4, 5])
    np.testing.assert_array_equal(column, [3, 10, 11, 15, 11])
    np.testing.assert_array_equal(value, [-0.1875, 0.875, -0.25, -0.25, 1])


def test_what_is_missing_to_one_leaks_and_is_known_up_to_rounding():
    local = local_of(example())
    np.testing.assert_allclose(local.graph[4], [0.1875, 1])
    assert (local.vague > 0).all()
    np.testing.assert_array_equal(local.leaving, [0.875, 1])


def test_a_leak_that_is_told_is_taken():
    share = Share(0, 2, np.array([0, 1, 2]), np.array([1, 0]), np.array([1 / 3, 0.5]), np.array([1 / 6, 0.5]))
    local = local_of(share)
    assert not local.vague.any()
    np.testing.assert_array_equal(local.leaving, [1 / 3 + 1 / 6, 1])


def test_compiled_and_plain_agree():
    share = example()
    found = []
    for fill, number in ((assemble, localise), (assemble.python, localise.python)):
        start, column, value = np.zeros(3, np.int64), np.zeros(7, np.int64), np.zeros(7)
        local, other = np.zeros(5, np.int32), np.array([3, 15])
        number(5, 10, 2, 2, share.column, other, local)
        used = fill(2, 10, share.start, local, other, share.weight, np.array([0.875, 1]), start, column, value)
        found.append([used, *start, *column, *value, *local])
    np.testing.assert_array_equal(*found)
