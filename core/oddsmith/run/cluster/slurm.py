"""A job -> a script for sbatch."""

from __future__ import annotations

import shlex

from oddsmith.run.cluster.filling import filled
from oddsmith.run.cluster.job import Job

ONE_NODE = "--mpi=none"
MANY_NODES = "--mpi=pmix --wait=60"
"""A rank that is lost ends the others after a minute; those that end together are not cut short."""


def slurm(job: Job) -> str:
    """One run on one or many nodes, or an array with a task for each cell."""
    single = job.cells is None
    identity = "$SLURM_JOB_ID" if single else "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
    values = {
        **vars(job),
        "label": job.label,
        "lead": job.lead,
        "megabytes": job.megabytes,
        "time": clock(job.seconds),
        "usage": _usage(job),
        "array": f"\n#SBATCH --array=0-{job.cells - 1}{_slots(job)}" if job.cells else "",
        "queue": f"\n#SBATCH --partition={shlex.quote(job.queue)}" if job.queue else "",
        "arguments": _arguments(job),
        "launch": MANY_NODES if job.nodes > 1 else ONE_NODE,
        "how": filled("slurm/how.sh", {"image": _inside(job.image), "environment": _inside(job.environment)}),
        "again": filled("slurm/again.sh", {"identity": identity}),
    }
    return filled("slurm/run.sbatch" if single else "slurm/array.sbatch", values)


def clock(seconds: float) -> str:
    """`2-03:04:00`: days, hours, minutes, rounded up to minutes."""
    minutes = max(1, -(-int(seconds) // 60))
    days, rest = divmod(minutes, 24 * 60)
    return f"{f'{days}-' if days else ''}{rest // 60:02d}:{rest % 60:02d}:00"


def _usage(job: Job) -> str:
    if job.arguments:
        return "# Options for `pipeline run` may follow: sbatch THIS_FILE [OPTIONS]"
    if job.cells is None:
        return "# sbatch [OPTIONS OF SBATCH] THIS_FILE SPEC [OPTIONS OF pipeline run]"
    return "# sbatch --array=0-LAST [OPTIONS OF SBATCH] THIS_FILE PIPELINE [OPTIONS OF pipeline run]"


def _slots(job: Job) -> str:
    return f"%{job.slots}" if job.slots else ""


def _arguments(job: Job) -> str:
    """Those that are known, before those that sbatch was given."""
    if job.arguments:
        return f'set -- {shlex.join(job.arguments)} "$@"'
    what = "a spec" if job.cells is None else "a pipeline with stages"
    return f'[ $# -gt 0 ] || {{ echo "name {what} after the script" >&2; exit 2; }}'


def _inside(text: str) -> str:
    """A text as it may stand between the double quotes of a shell, in ${NAME:=…}."""
    return "".join(f"\\{letter}" if letter in '\\"$`}' else letter for letter in text)
