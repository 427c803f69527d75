"""A matrix in PETSc solves, counts, listens to limits, and is gone afterwards."""

from dataclasses import replace

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.source import SpecError
from oddsmith.testing.problems import problem_of, walk

pytest.importorskip("petsc4py")

from oddsmith_plugins.solvers.petsc_parts.krylov import Krylov
from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.local import local_of
from oddsmith_plugins.solvers.petsc_parts.method import Method, methods
from oddsmith_plugins.solvers.petsc_parts.policies import share_of
from oddsmith_plugins.solvers.system import system_of

SYSTEM = system_of(problem_of(walk(50), {0: 0, 50: 1}))
GMRES = Method((("ksp_type", "gmres"), ("pc_type", "jacobi"), ("ksp_rtol", "1e-10")))


def krylov(method=None, context=None):
    way = method or methods(SYSTEM.size, 1, ())[0]
    return Krylov(local_of(share_of(SYSTEM)), way, petsc().COMM_SELF, context or Context())


@pytest.mark.parametrize("method", [None, GMRES])
def test_it_solves_columns_of_any_size(method):
    right = SYSTEM.constant * [[1.0, 2.0**800, 0.0, 2.0**-900]]
    with krylov(method) as found:
        x = found.solve(right)
    truth = SYSTEM.state[:, None] / 50 * [[1.0, 2.0**800, 0.0, 2.0**-900]]
    np.testing.assert_allclose(x, truth, rtol=1e-7)


def test_it_says_what_it_is():
    with krylov() as factors, krylov(GMRES) as iterations:
        assert (factors.title, factors.iterative) == ("preonly with lu", False)
        assert (iterations.title, iterations.iterative) == ("gmres with jacobi", True)
        iterations.solve(SYSTEM.constant)
        assert iterations.iterations > 10


def test_residuals_are_those_of_the_rows():
    x = np.ones_like(SYSTEM.constant)
    with krylov() as factors:
        rest, slack = factors.residuals(SYSTEM.constant, x, 0 * x)
    # only the step to the end without a win is missing
    assert np.flatnonzero(np.abs(rest) > slack).tolist() == [int(SYSTEM.position[1])]


def test_a_limit_of_time_is_heard_in_the_middle_of_a_solve():
    late = replace(Context(limits=Limits(seconds=1.0)), started=-1e9)
    with krylov(GMRES, late) as iterations, pytest.raises(LimitError, match="time limit"):
        iterations.solve(SYSTEM.constant)


def test_nothing_is_left_after_a_mistake_in_the_options():
    before = petsc().Options().getAll()
    wrong = krylov(Method((), (("ksp_type", "gmers"),)))
    with pytest.raises(SpecError, match="gmers"), wrong:
        pass
    assert petsc().Options().getAll() == before
    assert not wrong.ksp
    assert not wrong.matrix


def test_what_is_not_a_number_stays_so():
    with krylov() as factors:
        assert np.isnan(factors.solve(np.full_like(SYSTEM.constant, np.nan))).all()
        assert np.isinf(factors.greatest(np.full_like(SYSTEM.constant, np.nan))).all()
