"""A team of one rank is like one process alone; what several say to each other, the scripts on ranks test."""

from __future__ import annotations

import numpy as np
import pytest

MPI = pytest.importorskip("mpi4py.MPI")


@pytest.fixture
def team():
    from oddsmith_plugins.solvers.petsc_parts.team import RankTeam

    return RankTeam(MPI.COMM_SELF)


def test_it_joins_numbers_of_all_kinds(team):
    assert [team.join(number, how) for number, how in ((3, "max"), (0.5, "min"), (True, "sum"))] == [3.0, 0.5, 1.0]


def test_it_adds_in_place(team):
    numbers = np.array([[1.0, 2.0]])
    team.add(numbers)
    assert numbers.tolist() == [[1.0, 2.0]]


def test_it_raises_what_went_wrong_with_a_file(team, tmp_path):
    with pytest.raises(OSError, match="No such file"):
        team.attempt(lambda: (tmp_path / "missing" / "file").write_text(""))
    team.attempt(lambda: (tmp_path / "file").write_text(""))


def test_it_is_alone_on_its_machine(team):
    assert (team.rank, team.size, team.neighbours(), team.tell("this")) == (0, 1, 1, "this")
