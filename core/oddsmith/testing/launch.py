"""The program's arguments and a number of ranks -> the program, started by mpiexec, and how it ended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

PROGRAM = ("-c", "from oddsmith.cli.main import main; main()")
OPEN_MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}
"""Also in a container, and with more ranks than cores."""


def launchable() -> bool:
    """Whether there is all that it takes."""
    return all(find_spec(name) is not None for name in ("mpi4py", "petsc4py")) and shutil.which("mpiexec") is not None


def launch(
    ranks: int, arguments: Sequence[str], folder: Path, python: Sequence[str] = PROGRAM
) -> subprocess.Popen[str]:
    """Start Python (with the program, unless something else is said); modules in the folder can be imported."""
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        ["mpiexec", "-n", str(ranks), sys.executable, *python, *arguments],
        cwd=folder,
        env=os.environ | OPEN_MPI | {"PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
