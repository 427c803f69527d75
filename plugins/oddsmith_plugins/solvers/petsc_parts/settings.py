"""Options of PETSc as the user wrote them <-> PETSc's options database, under a prefix of their own.

Every solver has its own prefix, so none hears the options of another, and they are taken back when it is done. Options
that PETSc never asked for are the user's mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from oddsmith.plugin import LimitError, SpecError
from oddsmith_plugins.solvers.petsc_parts.library import petsc, refused

Settings = tuple[tuple[str, str], ...]
"""Names as in PETSc's manual, without the dash, and values."""
PREFIXES = (
    "ksp_", "pc_", "sub_", "mat_", "snes_", "npc_", "mg_", "redundant_", "fieldsplit_", "telescope_", "galerkin_",
    "esteig_",
)  # fmt: skip
"""What the options of linear and nonlinear solvers and of their parts begin with."""

NO_MEMORY = 55
"""PETSc's number for it (PETSC_ERR_MEM)."""


@dataclass(frozen=True)
class Placed:
    """The options of one solver in the database."""

    prefix: str

    def complain(self, given: Settings) -> None:
        """Refuse the given ones that PETSc did not ask for. It asks when it sets up and solves: call it after that."""
        options = petsc().Options()
        unused = [name for name, _ in given if not options.used(self.prefix + name)]
        if unused:
            raise unused_options(unused)


@contextmanager
def placed(solver: Any, settings: Settings) -> Iterator[Placed]:
    """Put options for a KSP or SNES into the database, and take them out in the end."""
    options, prefix = petsc().Options(), f"oddsmith{solver.id}_"
    solver.setOptionsPrefix(prefix)
    for name, value in settings:
        options.setValue(prefix + name, value)
    try:
        yield Placed(prefix)
    finally:
        for name, _ in settings:
            options.delValue(prefix + name)


@contextmanager
def blamed(settings: Settings) -> Iterator[None]:
    """Errors of PETSc become complaints about the user's options, where there are any, or about a lack of memory."""
    try:
        yield
    except petsc().Error as error:
        if error.ierr == NO_MEMORY:
            raise LimitError(
                "PETSc cannot have the memory that it needs", "take another --solver, or more nodes"
            ) from None
        if not settings:
            raise
        raise refused(f"PETSc refuses {shown(settings)}: {last_words(error)}") from None


def last_words(error: BaseException) -> str:
    """The line of PETSc's error that says what is wrong; the lines before tell where it noticed."""
    return str(error).strip().splitlines()[-1].partition("] ")[2] or str(error)


def shown(settings: Settings) -> str:
    return " ".join(f"{name}={value}" if value else name for name, value in settings)


def unused_options(names: list[str]) -> SpecError:
    plural = "s" if len(names) > 1 else ""
    return refused(
        f"PETSc did not ask for the option{plural} {', '.join(names)}",
        "look for a typing error, or for a ksp_type or pc_type that does not have it",
    )
