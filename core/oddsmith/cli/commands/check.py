"""`pipeline check SPEC…`: read and check specs without exploring them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, game_options, plugin_options

if TYPE_CHECKING:
    from oddsmith.hosting.manager import Host
    from oddsmith.process.process import Process
    from oddsmith.run.foreign import Foreign
    from oddsmith.source import Diagnostic

SIZES = ("cells", "commands", "states", "transitions", "stages", "runs")


@documented(
    "check",
    ("every mistake of two specs at once", "pipeline check specs/gambler.yaml specs/goose2.yaml"),
    ("whether a question can be asked", "pipeline check specs/gambler.yaml --ask 'Pmax=? [F f >= 3]'"),
)
@click.argument("specs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SPEC...")
@game_options
@plugin_options
def command(specs: tuple[Path, ...], **given: Any) -> int:
    """Check specs (or pipeline files) and report every mistake, without solving anything."""
    from oddsmith.cli.boundary import spec_exit_code
    from oddsmith.report.json import diagnostic_document, print_document
    from oddsmith.run.quantities import counted
    from oddsmith.source import SpecError

    settings = Settings(**given)
    host = settings.host()
    documents: list[dict[str, Any]] = []
    complaints: list[Diagnostic] = []
    for path in specs:
        try:
            document = _check(path, settings, host)
        except SpecError as error:
            complaints += error.diagnostics
            errors = [diagnostic_document(diagnostic) for diagnostic in error.diagnostics]
            documents.append({"spec": str(path), "ok": False, "errors": errors})
            continue
        documents.append(document)
        if not settings.as_json:
            size = ", ".join(counted(document[key], key[:-1]) for key in SIZES if key in document)
            print(f"{path}: fine ({document['type']}, {size})")
            for note in document["notes"]:
                settings.say(f"{path}: note: {note}")
    if settings.as_json:
        print_document({"checked": documents})
    if complaints:
        print(SpecError(complaints), file=sys.stderr)
        return spec_exit_code(complaints)
    return 0


def _check(path: Path, settings: Settings, host: Host) -> dict[str, Any]:
    """What is to be said about a spec without mistakes."""
    from oddsmith.cli.progress import PlainMonitor
    from oddsmith.context import Context
    from oddsmith.run import stages
    from oddsmith.run.symmetry import check_symmetry
    from oddsmith.run.translated import recognised
    from oddsmith.study.check import Checker
    from oddsmith.study.reading import is_study, study_of

    if is_study(path):
        study = study_of(path)
        Checker(host, settings.registry(host), _options_of_run()).check(study)
        sizes = {"stages": len(study.stages), "runs": len(study.cells)}
        return {"spec": str(path), "ok": True, "game": study.name, "type": "pipeline", **sizes, "notes": []}
    registry = settings.registry(host)
    context = Context() if settings.quiet else Context(monitor=PlainMonitor())
    plan = recognised(settings.plan(path), registry, context)
    game = stages.load(plan)
    process = stages.lower(plan, game, host)
    stages.verify(plan, registry)
    if plan.foreign is not None:
        return _stored(path, plan.foreign, process)
    note = check_symmetry(process)
    return {
        "spec": str(path),
        "ok": True,
        "game": game.name,
        "type": game.kind,
        "cells": len(process.params),
        "commands": len(process.summands),
        "questions": [question.name for question in process.questions],
        "notes": [note] if note else [],
    }


def _options_of_run() -> frozenset[str]:
    """What the runs of a stage may be told."""
    from oddsmith.cli.commands.run import command as run

    return frozenset(option for parameter in run.params for option in parameter.opts)


def _stored(path: Path, foreign: Foreign, process: Process) -> dict[str, Any]:
    """The same about a file of states and transitions: it was read to its end, and does not contradict itself."""
    model = foreign.model
    names = ", ".join(model.labels)
    return {
        "spec": str(path),
        "ok": True,
        "game": process.name,
        "type": model.kind,
        "states": model.transitions.size,
        "transitions": model.transitions.count,
        "questions": [question.name for question in process.questions],
        "notes": [*([f"labels: {names}"] if names else []), *model.remarks],
    }
