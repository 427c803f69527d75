"""Policies are evaluated one after the other, and nothing is left of them."""

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of

pytest.importorskip("petsc4py")

from oddsmith_plugins.solvers.petsc_parts.policies import Evaluations, decided, share_of
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


def test_decisions_are_found_also_after_a_hopeless_method():
    game = stored_of([[{1: 1}, {0: "1/2", 2: "1/2"}], [{0: "9/10", 2: "1/10"}], {2: 1}])
    problem = problem_of(game, {2: 0}, gain=[1, 1, 1, 0], maximise=True)
    hopeless = (("ksp_type", "richardson"), ("pc_type", "none"), ("ksp_max_it", "1"))
    for library, title in (((), "(preonly with lu)"), (hopeless, "(preonly with lu)")):
        solution = decided(problem, Context(), 100, library)
        assert solution.status is Status.DONE
        assert solution.lower[0, 0] <= 20 <= solution.upper[0, 0]
        assert solution.method.startswith("policy iteration with PETSc, ")
        assert solution.method.endswith(title)
        assert solution.strategy[0] == 0
