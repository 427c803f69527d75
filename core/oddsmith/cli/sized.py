"""A spec or pipeline file, settings and a cluster -> the job that runs it there."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.foreseen import Foreseen, foreseen, words
from oddsmith.cli.settings import Settings
from oddsmith.cli.studying import chosen_study, limiting, telling
from oddsmith.context import LimitError
from oddsmith.run.cluster.job import Job
from oddsmith.run.cluster.sizing import Need, Site, need
from oddsmith.run.pipeline import plan_of
from oddsmith.run.quantities import bytes_text, counted, seconds_text
from oddsmith.study.perform import run_arguments
from oddsmith.study.reading import is_study
from oddsmith.study.study import Cell

CORES = 4
"""Of a task, where nothing is said."""


@dataclass(frozen=True)
class Wanted:
    """What was said about the job beside the cluster: what is given here is not taken from an estimate."""

    memory: int | None = None
    seconds: float | None = None
    fields: Mapping[str, Any] | None = None
    """Of the job: image, environment, queue, claim, slots; the name, if one was given."""


def sized(path: Path, settings: Settings, site: Site, wanted: Wanted) -> Job:
    """One run, or the cells of a pipeline with stages."""
    if is_study(path):
        job = _sweep(path, settings, site, wanted)
    else:
        job = _single(path, settings, site, wanted)
    seconds = job.seconds if wanted.seconds is None else wanted.seconds
    given = {key: value for key, value in (wanted.fields or {}).items() if value}
    return replace(job, seconds=seconds, deadline=wanted.seconds is not None, **given)


def _single(path: Path, settings: Settings, site: Site, wanted: Wanted) -> Job:
    if plan_of(path).learning is not None:
        raise click.UsageError(
            f"{path} plays hands (learn:), which cannot be estimated: write a job of one node for it"
        )
    seen = foreseen(path, settings)
    found = need(seen.forecast, site, seen.threads)
    memory = wanted.memory or found.memory
    chosen = [*_solver(settings), *(() if settings.solver else found.way.arguments)]
    arguments = (*words(path, settings), *chosen, "--max-memory", f"{-(-memory // 10**6)}MB")
    about = f"{seen.game}: {found.way.name}, about {bytes_text(found.way.memory)} a node, {_time(found, site)}"
    return Job(seen.game, about, arguments, memory, found.asked, site.cores or CORES, found.way.machines)


def _solver(settings: Settings) -> list[str]:
    pairs = (*settings.options, *settings.sampling)
    options = [word for name, value in pairs for word in ("--set-option", f"{name}={value}")]
    return ["--solver", settings.solver, *options] if settings.solver else []


def _time(found: Need, site: Site) -> str:
    text = f"about {seconds_text(found.seconds)}"
    if found.way.sent:
        sent = f"each sends {bytes_text(found.way.sent)}"
        text += f" with the network ({sent})" if site.network else f" without the network ({sent})"
    return text


def _sweep(path: Path, settings: Settings, site: Site, wanted: Wanted) -> Job:
    if site.nodes > 1:
        raise click.UsageError("a pipeline with stages is a sweep: each of its runs gets one node, not several")
    study = chosen_study(path, settings, ())
    if not study.cells:
        raise click.UsageError(f"{path} has no runs")
    cores = site.cores or CORES
    memory, seconds = wanted.memory, wanted.seconds
    if memory is None or seconds is None:
        found = _largest(study.cells, settings, site)
        memory, seconds = memory or found.memory, seconds or found.asked
    about = f"{study.name}: {counted(len(study.cells), 'run')}, {bytes_text(memory)} at most"
    same = [f"--{name}={value}" for name, value in telling(settings)]
    return Job(
        study.name, about, (str(path), *same, *limiting(settings)), memory, seconds, cores, cells=len(study.cells)
    )


def _largest(cells: tuple[Cell, ...], settings: Settings, site: Site) -> Need:
    """What is enough for each of the cells."""
    needs = []
    for number, cell in enumerate(cells):
        settings.say(f"estimating cell {number} of {len(cells)}: {cell.name}")
        try:
            seen = _cell_seen(cell, settings)
            needs.append(need(seen.forecast, site, seen.threads))
        except LimitError as error:
            raise LimitError(f"cell {number} ({cell.name}): {error}", error.advice) from None
    enough = needs[0]
    for other in needs[1:]:
        enough = enough.joined(other)
    return enough


def _cell_seen(cell: Cell, settings: Settings) -> Foreseen:
    with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
        path, *_ = run_arguments(cell, Path(folder) / "none", Path(folder))
        with chdir(cell.home):
            return foreseen(Path(path), replace(settings, quiet=True))
