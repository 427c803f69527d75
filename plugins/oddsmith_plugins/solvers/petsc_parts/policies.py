"""The packed equations of a policy -> PETSc's factors of them, one set at a time."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.petsc_parts.krylov import Krylov
from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.local import local_of
from oddsmith_plugins.solvers.petsc_parts.method import methods
from oddsmith_plugins.solvers.petsc_parts.settings import Settings
from oddsmith_plugins.solvers.petsc_parts.share import Share
from oddsmith_plugins.solvers.rows import graph_of
from oddsmith_plugins.solvers.system import System


def share_of(system: System) -> Share:
    """A chain as the share of a single rank."""
    _, start, column, weight, leak = graph_of(system)
    return Share(0, system.size, start, column.astype(np.int64), weight, leak)


@dataclass
class Evaluations:
    """Makes PETSc's solver for policy after policy; the one before is destroyed."""

    library: Settings
    _newest: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Evaluations:
        return self

    def __exit__(self, *_: object) -> None:
        self._newest.close()

    def __call__(self, system: System, context: Context) -> Krylov:
        self._newest.close()
        method = methods(system.size, 1, self.library)[0]
        return self._newest.enter_context(Krylov(local_of(share_of(system)), method, petsc().COMM_SELF, context))
