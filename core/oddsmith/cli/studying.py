"""`pipeline run` of a pipeline with stages: settings and a study -> results, tables, a folder."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import rich_click as click

from oddsmith.cli.settings import Settings
from oddsmith.cli.signals import obeyed
from oddsmith.context import Context, StoppedError
from oddsmith.hosting.names import unknown
from oddsmith.report.json import print_document
from oddsmith.report.page.page import page
from oddsmith.report.table import print_table
from oddsmith.run.folder import RUNS, check_folder, default_folder, write_folder
from oddsmith.run.plan import Plan
from oddsmith.run.quantities import counted
from oddsmith.source import SpecError
from oddsmith.study.cache import Cache
from oddsmith.study.draw import drawn
from oddsmith.study.exports import exports
from oddsmith.study.fractions import fractions_told
from oddsmith.study.outcome import StageOutcome, StudyOutcome, concluded, study_document
from oddsmith.study.perform import Performer, Result
from oddsmith.study.reading import study_of
from oddsmith.study.show import print_study, study_text
from oddsmith.study.study import Cell, Stage, Study

CELLS = RUNS / "cells"
UNFIT = {
    "overrides": "--set",
    "bound": "--bind",
    "asks": "--ask",
    "questions": "--question",
    "properties": "--properties",
    "solver": "--solver",
    "options": "--set-option",
    "sampling": "--games, --confidence or --width",
    "kernel": "--kernel",
    "reductions": "--reduce",
    "strategy": "--strategy",
    "strategies": "--strategies or --no-strategies",
    "partial": "--partial",
    "vector_file": "--vector-file",
}
"""Settings of a single run, which the stages say for themselves."""


@dataclass(frozen=True)
class Wish:
    """What was said on the command line about a pipeline with stages."""

    out: Path | None = None
    save: bool = True
    dry_run: bool = False
    force: bool = False
    jobs: int | None = None
    only: tuple[str, ...] = ()
    checkpoint: float | None = None
    """As in an order for a single run."""


def run_study(path: Path, settings: Settings, wish: Wish) -> int:
    """Run what is not known yet, print all of it, and keep it in one folder."""
    study = chosen_study(path, settings, wish.only)
    folder = wish.out or default_folder(study.name)
    if wish.save:
        check_folder(folder)
    cache = Cache(CELLS)
    if wish.force and not wish.dry_run:
        for cell in study.cells:
            cache.forget(cell)
    if wish.dry_run:
        return _tell(study, cache, settings)
    outcome = _performed(study, settings, cache, wish)
    files, refused = exports(study) if wish.save else ({}, ())
    outcome = replace(outcome, refused=refused)
    if settings.as_json:
        print_document(study_document(outcome))
    else:
        print_study(outcome)
    if wish.save:
        write_folder(folder, {**_files(outcome), **files})
        settings.say(f"kept in {folder}")
    if outcome.faults:
        print(SpecError(outcome.faults), file=sys.stderr, flush=True)
    return outcome.code


def chosen_study(path: Path, settings: Settings, only: tuple[str, ...]) -> Study:
    """The study of a file, or the stages that were asked for; settings that change answers make other cells."""
    plain = Settings()
    given = [flag for name, flag in UNFIT.items() if getattr(settings, name) != getattr(plain, name)]
    if given:
        raise click.UsageError(f"{path} has stages, which say themselves what {given[0]} would say")
    study = study_of(path)
    names = [stage.name for stage in study.stages]
    for name in only:
        if name not in names:
            raise unknown("stage", name, names)
    wanted = (stage for stage in study.stages if not only or stage.name in only)
    return replace(study, stages=tuple(_under(telling(settings), stage) for stage in wanted))


def _under(options: tuple[tuple[str, str], ...], stage: Stage) -> Stage:
    """A stage with these options for all its runs; what it says itself counts."""
    return replace(stage, cells=tuple(replace(cell, options=options + cell.options) for cell in stage.cells))


def _performed(study: Study, settings: Settings, cache: Cache, wish: Wish) -> StudyOutcome:
    context = settings.context(Plan(study.path))
    cells = study.cells
    arguments = limiting(settings) + keeping(wish.checkpoint)
    performer = Performer(cache, context, wish.jobs or context.threads, arguments)
    task = context.monitor.task("pipeline", "runs", len(cells))
    began = time.perf_counter()
    results: list[Result] = []
    try:
        with obeyed(performer.stop):
            for result in performer.perform(cells):
                results.append(result)
                task.advance(len(results), len(cells), result.cell.name)
            outcome = concluded(study, results, time.perf_counter() - began)
            outcome = replace(outcome, stages=tuple(_illustrated(stage, performer) for stage in outcome.stages))
    except KeyboardInterrupt:
        settings.say(_so_far(cache, cells))
        raise
    finally:
        task.finish()
        _close(context)
    if performer.stopping:
        raise StoppedError(_so_far(cache, cells))
    return outcome


def _so_far(cache: Cache, cells: Sequence[Cell]) -> str:
    done = sum(cache.answers(cell) is not None for cell in cells)
    return f"done and kept: {done:,} of {counted(len(cells), 'run')}; the same command goes on with the rest"


def _illustrated(outcome: StageOutcome, performer: Performer) -> StageOutcome:
    """With figures, and with strategies in words."""
    answered = [result.cell for result in outcome.results if result.document is not None]
    told = [performer.explain(cell, question) for question in outcome.stage.explain for cell in answered]
    told += [one for result in outcome.results for one in fractions_told(result, outcome.stage.fractions)]
    figures, faults = drawn(outcome)
    return replace(outcome, figures=figures, told=tuple(told), faults=faults)


def _close(context: Context) -> None:
    from oddsmith.cli.progress import TerminalMonitor

    if isinstance(context.monitor, TerminalMonitor):
        context.monitor.close()


def telling(settings: Settings) -> tuple[tuple[str, str], ...]:
    """What holds for every run and tells in its answers, as pairs of an option and its value."""
    options = [("without", name) for name in settings.without]
    options += [("precision", str(settings.precision))] if settings.precision else []
    options += [("seed", str(settings.seed))] if settings.seed else []
    return tuple(options)


def limiting(settings: Settings) -> tuple[str, ...]:
    """What holds for every run and may end it, as options."""
    arguments = [f"--max-time={settings.max_time}"] if settings.max_time else []
    arguments += [f"--max-states={settings.max_states}"] if settings.max_states else []
    arguments += ["--no-estimate"] if settings.no_estimate else []
    return tuple(arguments)


def keeping(checkpoint: float | None) -> tuple[str, ...]:
    """How often a run keeps what it has reached, as an option."""
    return () if checkpoint is None else (f"--checkpoint={checkpoint or 'off'}",)


def _tell(study: Study, cache: Cache, settings: Settings) -> int:
    """What would be run, and what is known already."""
    cells = [(cell, cache.answers(cell) is not None) for cell in study.cells]
    if settings.as_json:
        rows = [
            {"cell": number, "stage": cell.stage, "at": dict(cell.coordinates), "kept": known}
            for number, (cell, known) in enumerate(cells)
        ]
        print_document({"pipeline": study.name, "cells": rows})
    else:
        told = [(str(n), cell.name, "known already" if known else "to be run") for n, (cell, known) in enumerate(cells)]
        print_table(("cell", "run", ""), told, numbers=(0,))
        print(f"\n{counted(len(cells), 'run')}, {sum(known for _, known in cells):,} of them known already")
    return 0


def _files(outcome: StudyOutcome) -> dict[str, str]:
    document = json.dumps(study_document(outcome), indent=2, ensure_ascii=False) + "\n"
    files = {"study.json": document, "report.txt": study_text(outcome), "pipeline.yaml": outcome.study.text}
    return {**files, "report.html": page([files])}
