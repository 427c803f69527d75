"""A share is some rows of a matrix."""

import numpy as np

from oddsmith_plugins.solvers.petsc_parts.share import Share


def test_it_counts_its_rows():
    assert Share(5, 100, np.array([0, 2, 2, 3]), np.array([0, 1, 99]), np.ones(3)).size == 3
    assert Share(5, 100, np.array([0]), np.array([], dtype=np.int64), np.array([])).size == 0
