"""The name of a scheduler and a job -> the text that the scheduler takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from oddsmith.hosting.names import unknown
from oddsmith.run.cluster.job import Job
from oddsmith.run.cluster.kubernetes import kubernetes
from oddsmith.run.cluster.slurm import slurm


@dataclass(frozen=True)
class Scheduler:
    """How jobs are written for one scheduler."""

    write: Callable[[Job], str]
    submit: str
    """The command that takes the file."""


SCHEDULERS: Mapping[str, Scheduler] = {
    "slurm": Scheduler(slurm, "sbatch"),
    "kubernetes": Scheduler(kubernetes, "kubectl apply -f"),
}


def scheduler(name: str) -> Scheduler:
    """By its name."""
    if name not in SCHEDULERS:
        raise unknown("scheduler", name, list(SCHEDULERS))
    return SCHEDULERS[name]
