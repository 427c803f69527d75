"""`pipeline cluster render slurm|kubernetes SPEC|PIPELINE`: the job that runs a game on a cluster."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.help import Command, Group
from oddsmith.cli.settings import Settings, quantity, run_options

FIELDS = ("image", "environment", "queue", "claim", "slots", "name")


EXAMPLES = (
    ("a job for one node of Slurm", "pipeline cluster render slurm specs/goose5.yaml"),
    (
        "a game that does not fit a node, as an MPIJob",
        "pipeline cluster render kubernetes specs/goose6.yaml --node-memory 64GB --cores 16",
    ),
    ("every run of a pipeline as a task", "pipeline cluster render slurm pipelines/depree-lee.yaml -o sweep.sbatch"),
)


def _schedulers(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from oddsmith.run.cluster.render import SCHEDULERS

    return [name for name in SCHEDULERS if name.startswith(incomplete)]


@click.group("cluster", cls=Group, examples=EXAMPLES)
def command() -> None:
    """Write jobs for the schedulers of clusters; with --json the job as a document, too."""


@command.command("render", cls=Command, examples=EXAMPLES)
@click.argument("kind", metavar="slurm|kubernetes", shell_complete=_schedulers)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Write here (-: stdout).")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Share the run among so many nodes.")
@click.option("--node-memory", callback=quantity("size"), metavar="SIZE", help="What a node has, e.g. 64GB.")
@click.option("--cores", type=click.IntRange(1), metavar="N", help="Cores on each node, or of each task (4).")
@click.option("--network", callback=quantity("rate"), metavar="RATE", help="Of a node, e.g. 25Gbit.")
@click.option("--memory", callback=quantity("size"), metavar="SIZE", help="Ask for this instead of an estimate.")
@click.option("--time", "seconds", callback=quantity("duration"), metavar="TIME", help="Ask for this time, e.g. 4h.")
@click.option("--slots", type=click.IntRange(1), metavar="N", help="Of a sweep: so many runs at a time.")
@click.option("--image", metavar="IMAGE", help="An Apptainer image (slurm), an image of a registry (kubernetes).")
@click.option("--venv", "environment", metavar="FOLDER", help="Slurm: the environment, where there is no image.")
@click.option("--queue", metavar="NAME", help="The partition (slurm), the queue of Kueue (kubernetes).")
@click.option("--claim", metavar="NAME", help="Kubernetes: the claim of the volume for runs (oddsmith-work).")
@click.option("--name", metavar="NAME", help="Of the job (default: the game's).")
@run_options
def render(kind: str, path: Path, output: Path | None, force: bool, **given: Any) -> int:
    """Write a job from the estimate of a game: which way, how many nodes, how much memory and time.

    A game that does not fit a node (--node-memory) is shared among as many as it takes. Of a pipeline with stages every
    run is a task of its own. A job that is stopped before its time is over goes on from its checkpoint.
    """
    from oddsmith.cli.sized import Wanted, sized
    from oddsmith.report.json import print_document
    from oddsmith.run.cluster.render import scheduler
    from oddsmith.run.cluster.sizing import Site
    from oddsmith.run.output import check_output, write_text

    chosen = scheduler(kind)
    target = None if output is None or str(output) == "-" else output
    if target is not None:
        check_output(target, force)
    site = Site(*(given.pop(name) or 0 for name in ("nodes", "node_memory", "cores", "network")))
    wanted = Wanted(given.pop("memory"), given.pop("seconds"), {name: given.pop(name) for name in FIELDS})
    settings = Settings(**given)
    job = sized(path, settings, site, wanted)
    if kind == "kubernetes" and (path.is_absolute() or ".." in path.parts):
        settings.say(
            f"warning: pods know {path} only if the image has it, or a volume: they start in /work, with specs/"
        )
    text = chosen.write(job)
    document = {"scheduler": kind, "spec": str(path), "job": {**vars(job), "name": job.label, "lead": job.lead}}
    if target is not None:
        write_text(target, text, force)
        settings.say(f"{job.about}\nwritten: {target}; submit it with: {chosen.submit} {target}")
        document["file"] = str(target)
    elif settings.as_json:
        document["text"] = text
    else:
        sys.stdout.write(text)
    if settings.as_json:
        print_document(document)
    return 0
