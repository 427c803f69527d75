"""The environment -> how many processes a launcher (mpirun, srun) started for this run, and which one this is.

Nothing of MPI is imported: launchers tell it in variables. The batch script of a Slurm job has the numbers of its tasks
too, so those count only beside the sign that srun started this process with an interface for MPI.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

LAUNCHERS = (
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"),
    ("PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"),
    ("SLURM_PROCID", "SLURM_NTASKS", "SLURM_TASKS_PER_NODE"),
)
"""Rank, number of ranks, number of ranks on this node: of Open MPI, MPICH and its relatives, srun."""
INTERFACES = ("PMI_RANK", "PMI_FD", "PMIX_RANK", "PMIX_NAMESPACE")
"""Any of these: the process was started with an interface for MPI."""


@dataclass(frozen=True)
class Ranks:
    """This process is `rank` of 0..count-1; `local` of them run on its node."""

    rank: int = 0
    count: int = 1
    local: int = 1

    @property
    def several(self) -> bool:
        return self.count > 1

    def threads(self, cores: int) -> int:
        """This rank's part of the cores that it may use (where the launcher binds ranks, they are few already)."""
        return max(1, cores // self.local)


def launched(environment: Mapping[str, str] = os.environ) -> Ranks:
    """What the launcher says; one rank where there is none."""
    for rank, count, local in LAUNCHERS:
        if rank.startswith("SLURM") and not any(name in environment for name in INTERFACES):
            continue
        if _is_number(environment.get(rank)) and _is_number(environment.get(count)):
            size = int(environment[count])
            return Ranks(int(environment[rank]), size, _local(environment.get(local, ""), size))
    return Ranks()


def _is_number(text: str | None) -> bool:
    return text is not None and text.isdecimal()


def _local(text: str, size: int) -> int:
    """`4`, or `4(x2),3` as Slurm says it (the largest counts); all ranks where nothing is said."""
    counts = [int(part) for part in re.findall(r"(?:^|,)(\d+)", text)]
    return max(1, min(max(counts, default=size), size))
