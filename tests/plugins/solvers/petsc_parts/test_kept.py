"""Vectors are written and read by PETSc, and what is wrong with the file is said before."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith_plugins.solvers.petsc_parts.kept import read_vector, write_vector
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam

MPI = pytest.importorskip("mpi4py.MPI")
pytest.importorskip("petsc4py")


def test_what_was_written_is_read_and_nothing_else_is_left(tmp_path):
    team, x = RankTeam(MPI.COMM_SELF), np.random.default_rng(1).random(1000)
    write_vector(tmp_path / "vector", before := x.copy(), team)
    assert (before == x).all()
    read_vector(tmp_path / "vector", found := np.zeros(1000), team)
    assert (found == x).all()
    assert [path.name for path in tmp_path.iterdir()] == ["vector"]


def test_no_place_for_it(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        write_vector(tmp_path / "missing" / "vector", np.zeros(10), RankTeam(MPI.COMM_SELF))
