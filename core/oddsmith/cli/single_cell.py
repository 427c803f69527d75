"""`pipeline run FILE --cell N`: one run of a pipeline with stages -> kept where the whole pipeline finds it.

A sweep on a cluster is one task for each cell. The cell runs in this process, so that signals, exit codes and ranks
are those of an ordinary run; a cell that was stopped goes on from its checkpoints when it is asked for again.
"""

from __future__ import annotations

import tempfile
from contextlib import chdir
from pathlib import Path

import rich_click as click

from oddsmith.cli.longrun import finished_before
from oddsmith.cli.settings import Settings
from oddsmith.cli.studying import CELLS, chosen_study, keeping, limiting
from oddsmith.run.quantities import counted
from oddsmith.study.cache import Cache
from oddsmith.study.perform import known_code, run_arguments
from oddsmith.study.study import Study


def run_cell(
    ctx: click.Context,
    path: Path,
    settings: Settings,
    only: tuple[str, ...],
    number: int,
    force: bool,
    checkpoint: float | None,
) -> int:
    """Run one cell and print its report; what is known already is printed again."""
    study = chosen_study(path, settings, only)
    cell = study.cells[_checked(study, number)]
    cache = Cache(CELLS)
    if force:
        cache.forget(cell)
    settings.say(f"cell {number} of {counted(len(study.cells), 'run')}: {cell.name}")
    if (known := cache.answers(cell)) is not None:
        if settings.ranks.rank == 0:
            finished_before(cache.home(cell), settings)
        return known_code(known)
    with tempfile.TemporaryDirectory(prefix="oddsmith-") as folder:
        arguments = run_arguments(cell, cache.make_room(cell), Path(folder), limiting(settings))
        arguments += _momentary(settings, checkpoint, resumes="--resume" in arguments)
        with chdir(cell.home), ctx.command.make_context("run", arguments, parent=ctx.parent) as inner:
            return int(ctx.command.invoke(inner))


def _checked(study: Study, number: int) -> int:
    if number < len(study.cells):
        return number
    has = counted(len(study.cells), "run")
    raise click.UsageError(f"there is no cell {number}: {study.path} has {has}, numbered from 0 (--dry-run lists them)")


def _momentary(settings: Settings, checkpoint: float | None, resumes: bool) -> list[str]:
    """What may differ each time that the cell is asked for."""
    flags = {"--json": settings.as_json, "--quiet": settings.quiet, "--debug": settings.debug}
    arguments = [flag for flag, given in flags.items() if given]
    arguments += [f"--threads={settings.threads}"] if settings.threads else []
    arguments += [f"--max-memory={settings.max_memory}"] if settings.max_memory else []
    arguments += [f"--max-time={settings.max_time}"] if resumes and settings.max_time else []
    return [*arguments, *keeping(checkpoint)]
