"""PETSc through petsc4py: whether it is here, how to get it, started once.

Nothing of it is imported before somebody asks for it. It is started with arguments of our own, without the user's, and
without its signal handlers, which would take the place of ours.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from oddsmith.plugin import Diagnostic, SpecError

REMEDY = "run containers/install-petsc ENVIRONMENT, from the sources of this program (see README.md)"
ARGUMENTS = ("oddsmith", "-no_signal_handler", "-skip_petscrc")


def missing() -> str | None:
    """What is missing for the use of PETSc, and how to get it; None if all is here."""
    lacking = [name for name in ("petsc4py", "mpi4py") if find_spec(name) is None]
    return f"{' and '.join(lacking)} not installed: {REMEDY}" if lacking else None


@cache
def petsc() -> Any:
    """petsc4py's module PETSc, started."""
    import petsc4py

    petsc4py.init(list(ARGUMENTS))
    from petsc4py import PETSc

    if np.dtype(PETSc.IntType).itemsize < 8:
        raise refused(f"PETSc {version(PETSc)} has 32-bit indices, too few for large games", REMEDY)
    return PETSc


def version(library: Any) -> str:
    return ".".join(str(number) for number in library.Sys.getVersion())


def refused(message: str, fix: str = "") -> SpecError:
    """The complaint about PETSc or an option of it."""
    return SpecError([Diagnostic("E703", message, fix=fix)])
