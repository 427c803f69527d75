"""PETSc is optional: who lacks it is told so, and how to get it, and everything else works."""

import signal
import subprocess
import sys

import numpy as np
import pytest

from oddsmith.source import SpecError
from oddsmith_plugins.solvers.petsc_parts import library

WITHOUT = """
import sys
sys.modules["petsc4py"] = None
from oddsmith.cli.main import main
sys.argv = ["pipeline", *sys.argv[1:]]
main()
"""


def without_petsc(*arguments):
    return subprocess.run([sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, check=False)


def test_the_list_of_plugins_says_that_it_is_unavailable_and_how_to_get_it():
    listed = without_petsc("plugins")
    assert listed.returncode == 0
    assert "is unavailable: petsc4py not installed" in listed.stdout
    assert "containers/install-petsc" in listed.stdout
    assert listed.stderr == ""


def test_asking_for_it_is_a_mistake_with_a_remedy():
    refused = without_petsc("run", "specs/gambler.yaml", "--solver", "petsc", "--no-save")
    assert refused.returncode == 2
    assert "containers/install-petsc" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_everything_else_works_and_is_silent_about_it():
    run = without_petsc("run", "specs/gambler.yaml", "--no-save")
    assert run.returncode == 0
    assert "petsc" not in run.stdout + run.stderr


def test_nothing_of_it_is_imported_before_it_is_needed():
    code = "import sys, oddsmith_plugins.solvers.petsc; print({'petsc4py', 'mpi4py'} & set(sys.modules))"
    pytest.importorskip("petsc4py")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_indices_of_32_bits_are_refused(monkeypatch):
    module = pytest.importorskip("petsc4py.PETSc")
    monkeypatch.setattr(module, "IntType", np.int32)
    with pytest.raises(SpecError, match="32-bit indices"):
        library.petsc.__wrapped__()


def test_signals_stay_ours():
    pytest.importorskip("petsc4py")
    before = signal.getsignal(signal.SIGTERM)
    library.petsc()
    assert signal.getsignal(signal.SIGTERM) is before
    assert "-no_signal_handler" in library.ARGUMENTS
