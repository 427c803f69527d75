"""Settings and a file -> a run, its report on stdout, its folder on disk."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from oddsmith.cli.progress import TerminalMonitor
from oddsmith.cli.settings import Settings
from oddsmith.hosting.outcome import Outcome, Section
from oddsmith.report.json import outcome_document
from oddsmith.report.terminal import report_text
from oddsmith.run.binding import bound_files
from oddsmith.run.folder import (
    default_folder,
    pipeline_text,
    repeat_script,
    spec_files,
    write_folder,
)
from oddsmith.run.manifest import manifest
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Finished, Tools
from oddsmith.run.translated import recognised
from oddsmith.source import SpecError


@contextmanager
def opened(settings: Settings, path: Path) -> Iterator[tuple[Plan, Tools]]:
    """The plan of a file and the tools for it; the terminal is given back whatever happens."""
    host = settings.host()
    plan = settings.plan(path)
    context = settings.context(plan)
    registry = settings.registry(host)
    plan = recognised(plan, registry, context)
    try:
        yield plan, Tools(host, registry, context)
    finally:
        if isinstance(context.monitor, TerminalMonitor):
            context.monitor.close()


def sections(outcome: Outcome, tools: Tools) -> list[Section]:
    """What plugins add to the report."""
    answers: list[Any] = [answer for _, answer in tools.host.ask("oddsmith_report_sections", outcome=outcome)]
    return [section for answer in answers for section in answer]


def save(
    plan: Plan, finished: Finished, tools: Tools, out: Path | None, settings: Settings, planned: Path | None = None
) -> bool:
    """Write the run folder, as `planned` by its checkpoints; where that fails the user is told, and nothing is lost."""
    from oddsmith.report.page.page import page
    from oddsmith.run.sought import strategy_files
    from oddsmith.tree.table import files as play_files

    outcome = finished.outcome
    texts = spec_files(finished.game.texts)
    folder = out or planned or default_folder(outcome.game)
    described = manifest(plan, outcome, finished.game.texts, tools.host, tools.context)
    files = {
        "manifest.json": json.dumps(described, indent=2) + "\n",
        "answers.json": json.dumps(outcome_document(outcome), indent=2, ensure_ascii=False) + "\n",
        "report.txt": report_text(outcome, sections(outcome, tools)),
        "pipeline.yaml": pipeline_text(plan, next(iter(texts), str(plan.spec.absolute())), tools.context.precision),
        "repeat": repeat_script(tools.context.seed, settings.without),
        **texts,
        **bound_files(plan.bindings),
        **strategy_files(finished, plan, tools),
        **play_files(outcome.answers),
    }
    files["report.html"] = page([files])
    try:
        write_folder(folder, files)
    except SpecError as error:
        if out is not None:
            print(error, file=sys.stderr, flush=True)
            return False
        settings.say(str(error).replace("error E705", "warning E705", 1))
        return True
    settings.say(f"kept in {folder}")
    return True
