"""What a scheduler is asked for: one run on one or many nodes, or the cells of a sweep, a task each."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST_NAME = 40
"""A scheduler adds numbers to names of jobs, and 63 letters are the most of them."""
PACE = 5e8
"""Bytes a second that a file system is assumed to take from a node when a checkpoint is written."""
LEAST_LEAD = 60


@dataclass(frozen=True)
class Job:
    """One job, before it is written down for a scheduler."""

    name: str
    about: str
    """One line for the reader of the job."""
    arguments: tuple[str, ...]
    """What `pipeline run` is told; none: whoever submits the job says it."""
    memory: int
    """Bytes on each node."""
    seconds: float
    """What is asked for: a guess with room to spare, or what the user said."""
    cores: int
    """On each node."""
    nodes: int = 1
    cells: int | None = None
    """Tasks of a sweep, 0 where whoever submits it says how many; None: one run."""
    slots: int = 0
    """So many tasks at a time; 0: as many as there is room for."""
    image: str = ""
    environment: str = ""
    """A folder with bin/pipeline, where there is no image."""
    queue: str = ""
    claim: str = "oddsmith-work"
    """The volume that all pods share."""
    deadline: bool = False
    """Whether the user said the time, so that it may end a job that the scheduler would not go on with by itself."""

    @property
    def label(self) -> str:
        """The name as clusters take it: small letters, digits and dashes."""
        return re.sub("[^a-z0-9]+", "-", self.name.lower()).strip("-")[:LONGEST_NAME].strip("-") or "oddsmith"

    @property
    def lead(self) -> int:
        """Seconds from the signal to the end: enough to write a checkpoint of all the memory, in half minutes."""
        return max(LEAST_LEAD, 30 * -(-int(self.memory / PACE) // 30))

    @property
    def megabytes(self) -> int:
        """Memory on each node in MiB, which is what both schedulers count in."""
        return -(-self.memory // 2**20)
