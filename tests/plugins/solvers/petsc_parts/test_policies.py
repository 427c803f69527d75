"""Policies are evaluated one after the other, and nothing is left of them."""

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.testing.problems import problem_of, walk

pytest.importorskip("petsc4py")

from oddsmith_plugins.solvers.petsc_parts.policies import Evaluations, share_of
from oddsmith_plugins.solvers.system import system_of

SYSTEM = system_of(problem_of(walk(9), {0: 0, 9: 1}))


def test_a_chain_is_the_share_of_one_rank():
    share = share_of(SYSTEM)
    assert (share.first, share.total, share.size) == (0, 8, 8)
    np.testing.assert_array_equal(share.leak, SYSTEM.leak)


def test_the_one_before_is_destroyed():
    with Evaluations(()) as evaluations:
        first = evaluations(SYSTEM, Context())
        np.testing.assert_allclose(first.solve(SYSTEM.constant)[:, 0], SYSTEM.state / 9)
        second = evaluations(SYSTEM, Context())
        assert not first.ksp
        assert second.ksp
    assert not second.ksp
