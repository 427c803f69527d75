"""Vectors that are spread over ranks -> one file, written and read by PETSc's binary viewer.

The file holds the vector as a whole, in the order of the box: it can be read by any number of ranks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam

HEADER = 4096
"""More than what stands before the numbers."""
Vector = NDArray[np.float64]


def write_vector(path: Path, x: Vector, team: RankTeam) -> None:
    """All ranks together; whether there is room is found out before, because PETSc's ranks do not fail together."""
    total = int(team.join(float(x.nbytes), "sum"))
    team.attempt(lambda: _reserve(path, total + HEADER) if team.rank == 0 else None)
    with wrapped(x, team.comm) as vector, _viewer(path, "w", team.comm) as viewer:
        vector.view(viewer)


def read_vector(path: Path, x: Vector, team: RankTeam) -> None:
    with wrapped(x, team.comm) as vector, _viewer(path, "r", team.comm) as viewer:
        vector.load(viewer)


@contextmanager
def wrapped(x: Vector, comm: Any) -> Iterator[Any]:
    """PETSc's vector of the numbers that all ranks hold, where they lie."""
    library = petsc()
    vector = library.Vec().createWithArray(x, (len(x), None), comm=library.Comm(comm))
    try:
        yield vector
    finally:
        vector.destroy()


@contextmanager
def _viewer(path: Path, mode: str, comm: Any) -> Iterator[Any]:
    library = petsc()
    options, prefix = library.Options(), "oddsmith_kept_"
    viewer = library.Viewer().create(library.Comm(comm))
    viewer.setOptionsPrefix(prefix)
    options.setValue(f"{prefix}viewer_binary_skip_info", "1")
    try:
        viewer.setType(library.Viewer.Type.BINARY)
        viewer.setFromOptions()
        viewer.setFileMode(mode)
        viewer.setFileName(str(path))
        yield viewer
    finally:
        options.delValue(f"{prefix}viewer_binary_skip_info")
        viewer.destroy()


def _reserve(path: Path, size: int) -> None:
    """OSError if there is no room for so many bytes."""
    with path.open("wb") as handle:
        os.posix_fallocate(handle.fileno(), 0, size)
    path.unlink()
