"""Linear equations on one rank and on two: bounds hold, whatever PETSc says."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.solution import Status
from oddsmith.testing.launch import launch, launchable

pytest.importorskip("petsc4py")

from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.linear import relative_widths, solve_linear
from oddsmith_plugins.solvers.petsc_parts.share import Share

LENGTH = 400


def walk_share(first, last, leak):
    """Rows of a walk over 1 .. LENGTH - 1 that stays with 1/4, else goes up or down; whether the leak is told."""
    start, column, weight = [0], [], []
    for i in range(first, last):
        steps = {i - 1: 3 / 8, i: 1 / 4, i + 1: 3 / 8}
        kept = {j: w for j, w in steps.items() if 0 <= j < LENGTH - 1 and not (leak and j == i)}
        column += kept
        weight += kept.values()
        start.append(len(column))
    leaving = np.array([3 / 8 * (i in (0, LENGTH - 2)) for i in range(first, last)])
    arrays = np.array(start), np.array(column), np.array(weight)
    return Share(first, LENGTH - 1, *arrays, leaving if leak else None)


def sides(first, last):
    """Two columns: to win, and how long it takes."""
    right = np.zeros((last - first, 2))
    right[:, 1] = 1
    if last == LENGTH - 1:
        right[-1, 0] = 3 / 8
    return right


def solve(first=0, last=LENGTH - 1, leak=True, comm=None, precision=1e-9, **options):
    context = Context(precision=precision)
    comm = comm or petsc().COMM_SELF
    return solve_linear(walk_share(first, last, leak), sides(first, last), tuple(options.items()), comm, context)


def assert_right(solved, first=0):
    for i, (low, high) in enumerate(zip(solved.lower, solved.upper, strict=True), first + 1):
        assert low[0] <= Fraction(i, LENGTH) <= high[0]
        assert low[1] <= Fraction(4, 3) * i * (LENGTH - i) <= high[1]


@pytest.mark.parametrize("leak", [True, False])
def test_small_equations_are_factorised(leak):
    solved = solve(leak=leak)
    assert solved.status is Status.DONE
    assert solved.method == "PETSc preonly with lu, factors"
    assert relative_widths(solved.lower, solved.upper).max() <= 1e-9
    assert_right(solved)


def test_without_a_leak_the_weights_may_be_off_by_their_rounding():
    told, guessed = solve(leak=True), solve(leak=False)
    assert (guessed.upper - guessed.lower)[:, 1].max() > (told.upper - told.lower)[:, 1].max()


@pytest.mark.parametrize(
    "options",
    [
        {"ksp_type": "gmres", "ksp_rtol": "1e-2", "pc_type": "jacobi", "ksp_gmres_restart": "400"},
        {"ksp_type": "bcgs", "ksp_divtol": "1e30", "ksp_rtol": "1e-1", "pc_type": "none"},
        {"ksp_max_it": "1", "pc_type": "jacobi"},
    ],
)
def test_a_false_end_leads_to_more_work(options):
    solved = solve(**options)
    assert_right(solved)
    assert solved.status is Status.DONE


def test_what_cannot_be_had_is_not_claimed():
    solved = solve(leak=False, precision=1e-16)
    assert solved.status is Status.LOOSE
    assert "after" in solved.method
    assert_right(solved)


def two_ranks():
    """Run on each rank."""
    comm = petsc().COMM_WORLD
    first, last = ((0, 150), (150, LENGTH - 1))[comm.rank]
    for options in ({}, {"ksp_type": "gmres"}, {"ksp_type": "bcgs", "pc_type": "asm", "ksp_rtol": "1e-2"}):
        solved = solve(first, last, comm=comm, **options)
        assert_right(solved, first)
        assert solved.status is Status.DONE
    if comm.rank == 0:
        print("right on", comm.size)


@pytest.mark.skipif(not launchable(), reason="needs mpiexec and mpi4py")
def test_two_ranks_prove_the_same():
    run = launch(2, (), Path(__file__).parent, ("-c", "from test_linear import two_ranks; two_ranks()"))
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert out == "right on 2\n"
