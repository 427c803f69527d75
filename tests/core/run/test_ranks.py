"""What launchers say about ranks, read from their variables."""

from __future__ import annotations

import pytest

from oddsmith.run.ranks import Ranks, launched

OPEN_MPI = {"OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "8", "OMPI_COMM_WORLD_LOCAL_SIZE": "4"}
SLURM = {"SLURM_PROCID": "1", "SLURM_NTASKS": "6", "SLURM_TASKS_PER_NODE": "4(x1),2"}


def test_without_a_launcher_there_is_one_rank() -> None:
    assert launched({}) == Ranks(0, 1, 1)
    assert not launched({}).several


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        (OPEN_MPI, Ranks(3, 8, 4)),
        ({"PMI_RANK": "0", "PMI_SIZE": "2", "MPI_LOCALNRANKS": "2"}, Ranks(0, 2, 2)),
        ({"PMI_RANK": "1", "PMI_SIZE": "2"}, Ranks(1, 2, 2)),
        (SLURM | {"PMIX_RANK": "1"}, Ranks(1, 6, 4)),
    ],
)
def test_each_launcher_has_its_own_words(environment: dict[str, str], expected: Ranks) -> None:
    assert launched(environment) == expected


def test_the_batch_script_of_a_job_is_one_process_whatever_the_job_asked_for() -> None:
    assert launched(SLURM) == Ranks()


def test_words_that_are_no_numbers_are_not_believed() -> None:
    assert launched(OPEN_MPI | {"OMPI_COMM_WORLD_SIZE": "many"}) == Ranks()


@pytest.mark.parametrize(("cores", "local", "threads"), [(8, 2, 4), (8, 3, 2), (1, 4, 1)])
def test_the_ranks_of_a_node_share_its_cores(cores: int, local: int, threads: int) -> None:
    assert Ranks(0, 4, local).threads(cores) == threads
