"""PETSc's solvers on rounds prove what `rounds` proves, on any number of ranks, also after a stop in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.solve.process_solver import UnsuitableError
from oddsmith.solve.solution import Status
from oddsmith.source import SpecError
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.testing.launch import launch, launchable
from oddsmith_plugins.solvers.rounds import RoundsSolver

petsc = pytest.importorskip("oddsmith_plugins.solvers.petsc", exc_type=ImportError)

ROOT = Path(__file__).parents[4]
SCRIPT = Path(__file__).parent / "shell_on_ranks.py"


def goose2():
    return lower(load(ROOT / "specs/goose2.yaml"))


@pytest.fixture(scope="module")
def expected():
    return RoundsSolver().find(goose2(), Context(threads=1)).findings


@pytest.mark.parametrize(
    "library",
    [
        {"ksp_type": "bcgs"},
        {"ksp_type": "gmres", "ksp_gmres_restart": "10"},
        {"ksp_type": "idr"},
        {"snes_type": "anderson", "snes_anderson_m": "3"},
        {"ksp_type": "bcgs", "ksp_rtol": "0.3"},
        {"ksp_type": "richardson", "ksp_max_it": "40"},
    ],
    ids=lambda library: " ".join(library.values()),
)
def test_all_methods_prove_the_same(expected, library):
    found = petsc.Petsc(storage="computed", library=tuple(library.items())).find(goose2(), Context(threads=1))
    for name, finding in found.findings.items():
        assert finding.status is Status.DONE
        assert finding.value.lower <= expected[name].value.upper
        assert finding.value.upper >= expected[name].value.lower
        assert f"PETSc's {library.get('ksp_type', 'anderson')}" in finding.method
    assert found.effort.rounds > 0


def test_a_solver_that_gains_nothing_is_relieved(expected):
    library = (("ksp_type", "richardson"), ("ksp_richardson_scale", "1e-9"), ("ksp_max_it", "2"))
    found = petsc.Petsc(storage="computed", library=library).find(goose2(), Context(threads=1))
    assert found.findings["win1"].status is Status.DONE
    assert found.findings["win1"].method.startswith("rounds, ")
    assert found.findings["win1"].value.lower <= expected["win1"].value.upper


@pytest.mark.parametrize("setting", [("ksp_tpe", "gmres"), ("pc_type", "ilu"), ("ksp_type", "nothing")])
def test_options_that_petsc_does_not_take(setting):
    with pytest.raises(SpecError) as caught:
        petsc.Petsc(storage="computed", library=(setting,)).find(goose2(), Context(threads=1))
    assert caught.value.diagnostics[0].code == "E703"


def test_several_ranks_prove_the_same_and_resume_each_others_runs(tmp_path):
    if not launchable():
        pytest.skip("no mpiexec")
    for ranks in (2, 3):
        _, err = (running := launch(ranks, [], tmp_path, [str(SCRIPT)])).communicate(timeout=120)
        assert running.returncode == 0, err


def test_small_games_are_stored_unless_told_otherwise():
    assert not petsc.Petsc().takes(goose2(), Context())
    assert petsc.Petsc(storage="computed").takes(goose2(), Context())
    goose4 = lower(load(ROOT / "specs/goose4.yaml"))
    assert petsc.Petsc().takes(goose4, Context())
    assert not petsc.Petsc(storage="stored").takes(goose4, Context())


def test_a_game_without_rounds_cannot_be_computed():
    almost = lower(load(ROOT / "tests/specs/rounds/almost.yaml"))
    with pytest.raises(UnsuitableError):
        petsc.Petsc(storage="computed").find(almost, Context())
