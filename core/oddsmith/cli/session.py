"""Settings and a file -> a run, its report on stdout, its folder on disk."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oddsmith.cli.progress import TerminalMonitor
from oddsmith.cli.settings import Settings
from oddsmith.run.folder import default_folder, write_folder
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


def save(
    plan: Plan, finished: Finished, tools: Tools, out: Path | None, settings: Settings, planned: Path | None = None
) -> bool:
    """Write the run folder, as `planned` by its checkpoints; where that fails the user is told, and nothing is lost."""
    from oddsmith.report.run_files import run_files

    folder = out or planned or default_folder(finished.outcome.game)
    files = run_files(plan, finished, tools, settings.without)
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
