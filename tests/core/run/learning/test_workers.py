"""Jobs in several processes: all results, and the first error."""

from __future__ import annotations

import os

import pytest

from oddsmith.run.learning.workers import Check, JobError, performed


def free() -> None:
    """No limits."""


@pytest.mark.parametrize("processes", [1, 3])
def test_every_job_is_done_once(processes: int) -> None:
    done = dict(performed(lambda job, check: job * job, 10, processes, free))
    assert done == {job: job * job for job in range(10)}


def test_other_processes_work() -> None:
    pids = {pid for _, pid in performed(lambda job, check: os.getpid(), 4, 2, free)}
    assert os.getpid() not in pids


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_tells_its_job(processes: int) -> None:
    def work(job: int, check: Check) -> int:
        return 1 // (job - 2)

    with pytest.raises(JobError, match="ZeroDivisionError") as error:
        list(performed(work, 4, processes, free))
    assert error.value.job == 2


@pytest.mark.parametrize("processes", [1, 2])
def test_a_job_that_ends_the_program_is_an_error_of_the_job(processes: int) -> None:
    def work(job: int, check: Check) -> int:
        raise SystemExit(0)

    with pytest.raises(JobError, match=r"called sys.exit"):
        list(performed(work, 4, processes, free))


def test_a_process_that_is_killed_is_noticed() -> None:
    def work(job: int, check: Check) -> int:
        os._exit(1)

    with pytest.raises(RuntimeError, match="was killed"):
        list(performed(work, 4, 2, free))
