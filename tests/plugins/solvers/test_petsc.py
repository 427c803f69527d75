"""PETSc proves what it finds, also where it says too early that it is done; and its options are its own."""

from fractions import Fraction

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.solve.solution import Status
from oddsmith.source import SpecError
from oddsmith.testing import check_solver
from oddsmith.testing.problems import problem_of, walk

petsc = pytest.importorskip("oddsmith_plugins.solvers.petsc", exc_type=ImportError)


def ruin(length, up):
    """Half of the coins, and the chance to win them all."""
    half, odds = length // 2, 1 / Fraction(up) - 1
    truth = Fraction(1, 2) if odds == 1 else (odds**half - 1) / (odds**length - 1)
    return problem_of(walk(length, up), {0: 0, length: 1}, initial=half), half, truth


def solve(problem, **options):
    return petsc.Petsc(library=tuple(options.items())).solve(problem, Context())


def test_the_games_with_known_answers():
    check_solver(petsc.Petsc())


@pytest.mark.parametrize("up", ["1/2", "2/5", "3/5"])
def test_walks_that_end_slowly_or_hardly_ever_well(up):
    problem, half, truth = ruin(1000, up)
    solution = solve(problem)
    assert solution.status is Status.DONE
    assert solution.lower[half, 0] <= truth <= solution.upper[half, 0]
    assert solution.method == "PETSc preonly with lu, factors"


def test_nobody_gets_it_without_asking():
    assert petsc.Petsc().cost(ruin(10, "1/2")[0]) == float("inf")


@pytest.mark.parametrize(
    "options",
    [
        {"ksp_type": "gmres", "ksp_rtol": "1e-2"},
        {"ksp_type": "bcgs", "ksp_rtol": "1e-2", "ksp_divtol": "1e30", "pc_type": "jacobi"},
        {"ksp_type": "richardson", "pc_type": "none", "ksp_max_it": "3"},
    ],
)
def test_who_says_done_too_early_has_to_go_on(options):
    problem, half, truth = ruin(60, "1/2")
    solution = solve(problem, **options)
    assert solution.lower[half, 0] <= truth <= solution.upper[half, 0]
    assert solution.status is Status.DONE


def test_options_by_their_own_names():
    solver = registry(load()).make("solver", "petsc", {"ksp_type": "bcgs", "pc-type": "asm", "sub_pc_type": "lu"})
    solution = solver.solve(ruin(60, "1/2")[0], Context())
    assert solution.method.startswith("PETSc bcgs with asm, ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ksp_tpye": "gmres"}, "PETSc did not ask for the option ksp_tpye"),
        ({"ksp_type": "gmers"}, "Unable to find requested KSP type gmers"),
        ({"ksp_rtol": "little"}, "Input string little has no numeric value"),
    ],
)
def test_mistakes_in_options_are_told(options, message):
    with pytest.raises(SpecError, match=message):
        solve(ruin(60, "1/2")[0], **options)
    assert solve(ruin(60, "1/2")[0]).status is Status.DONE


def test_options_that_nobody_could_mean_are_refused_at_once():
    with pytest.raises(SpecError, match="there is no option of solver petsc named kps_type"):
        registry(load()).make("solver", "petsc", {"kps_type": "gmres"})
