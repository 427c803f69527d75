"""Slices of another axis are brought together and back; that several ranks do so, the script on ranks tests."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith_plugins.solvers.petsc_parts import exchange
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
from oddsmith_plugins.solvers.rounds_parts.box import Layout

MPI = pytest.importorskip("mpi4py.MPI")


def test_parts_are_even_and_leave_nothing_out():
    assert exchange.ranges(10, 3) == [(0, 3), (3, 6), (6, 10)]
    assert exchange.ranges(2, 3) == [(0, 0), (0, 1), (1, 2)]


@pytest.mark.parametrize("axis", [1, 2])
@pytest.mark.parametrize("most", [1, 1 << 18])
def test_one_rank_sees_its_own_slices(monkeypatch, axis, most):
    monkeypatch.setattr(exchange, "SLICE", most)
    home = Layout((4, 5, 6), (0, 1, 2), 0, 4)
    x = np.zeros(4 * home.strides[0])
    home.cells(x)[...] = np.arange(120).reshape(4, 5, 6)
    before, seen = x.copy(), 0
    moving = exchange.Exchange(RankTeam(MPI.COMM_SELF), home, axis)
    for step in range(moving.steps):
        low, high = moving.fetch(x, step)
        piece = Layout(moving.away.sizes, moving.away.order, low, high).cells(moving.buffer)
        expected = np.moveaxis(home.cells(before), axis, 0)[low:high]
        assert (piece == expected).all()
        piece += 1000.0
        moving.give(x, step)
        seen += high - low
    assert seen == home.sizes[axis]
    assert (home.cells(x) == home.cells(before) + 1000.0).all()
    assert moving.moved == 0
