"""What the ranks that share a box say -> what all of them know, by MPI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith_plugins.solvers.rounds_parts.team import Join, Team, Thing


class RankTeam(Team):
    """The ranks of a communicator; every method is called by all of them, in the same order."""

    def __init__(self, comm: Any) -> None:
        from mpi4py import MPI

        self.comm, self.mpi = comm, MPI
        self.rank, self.size = comm.rank, comm.size

    def join(self, number: float, how: Join) -> float:
        own, found = np.array([number], dtype=np.float64), np.empty(1)
        self.comm.Allreduce(own, found, {"max": self.mpi.MAX, "min": self.mpi.MIN, "sum": self.mpi.SUM}[how])
        return float(found[0])

    def add(self, numbers: NDArray[np.float64]) -> None:
        """The numbers of all, added up in place."""
        self.comm.Allreduce(self.mpi.IN_PLACE, numbers, self.mpi.SUM)

    def tell(self, thing: Thing) -> Thing:
        told: Thing = self.comm.bcast(thing)
        return told

    def attempt(self, work: Callable[[], object]) -> None:
        failed: tuple[int, str] | None = None
        try:
            work()
        except OSError as error:
            failed = error.errno or 0, error.strerror or str(error)
        if found := [other for other in self.comm.allgather(failed) if other is not None]:
            raise OSError(*found[0])

    def neighbours(self) -> int:
        """Ranks on the same machine, with this one."""
        local = self.comm.Split_type(self.mpi.COMM_TYPE_SHARED)
        try:
            return int(local.size)
        finally:
            local.Free()
