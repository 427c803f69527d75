"""The jobs behind the files of containers/slurm and containers/kubernetes, which are what the templates make of them.

`python tests/core/run/cluster/shipped.py` writes them anew after a change of a template.
"""

from __future__ import annotations

from pathlib import Path

from oddsmith.run.cluster.filling import filled
from oddsmith.run.cluster.job import Job
from oddsmith.run.cluster.render import scheduler

FOLDER = Path(__file__).parents[4] / "containers"
GOOSE5 = ("specs/goose5.yaml", "--solver", "rounds", "--max-memory", "3796MB")
GOOSE6 = ("specs/goose6.yaml", "--solver", "petsc", "--set-option", "storage=computed", "--max-memory", "56677MB")
JOBS = {
    "slurm/one-node.sbatch": Job("oddsmith", "One run on one node, with all its cores", (), 8 * 2**30, 4 * 3600, 8),
    "slurm/many-nodes.sbatch": Job(
        "oddsmith", "One run shared among nodes, a rank on each (--solver petsc)", (), 56 * 2**30, 4 * 3600, 8, nodes=2
    ),
    "slurm/array.sbatch": Job(
        "oddsmith-sweep", "The runs of a pipeline with stages, a task each", (), 4 * 2**30, 4 * 3600, 4, cells=0
    ),
    "kubernetes/job.yaml": Job("goose5", "goose5: plain rounds, about 3.22 GB", GOOSE5, 3_796_000_000, 3600, 8),
    "kubernetes/sweep.yaml": Job(
        "ruin-by-size", "the 12 runs of a pipeline", ("runs/ruin-by-size.yaml",), 2 * 2**30, 3600, 2, cells=12, slots=4
    ),
    "kubernetes/mpijob.yaml": Job(
        "goose6", "goose6: 3 machines, about 51.3 GB a node", GOOSE6, 56_677_000_000, 36000, 32, nodes=3
    ),
}


def text_of(name: str) -> str:
    """What the templates make of it now."""
    return scheduler(name.partition("/")[0]).write(JOBS[name])


def texts() -> dict[str, str]:
    """All files by their names."""
    volume = {"kubernetes/volume.yaml": filled("kubernetes/volume.yaml", {"claim": Job.claim})}
    return {name: text_of(name) for name in JOBS} | volume


if __name__ == "__main__":
    for file, text in texts().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
