"""`pipeline run SPEC|PIPELINE`: answer the questions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.settings import Settings, run_options


@click.command("run")
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@run_options
@click.option("--out", type=click.Path(path_type=Path), metavar="FOLDER", help="Keep the run in this folder.")
@click.option("--no-save", is_flag=True, help="Keep nothing.")
def command(path: Path, out: Path | None, no_save: bool, **given: Any) -> int:
    """Answer the questions of a game, each with its bound and its method.

    The run is kept in a folder under runs/ (or --out) with all that is needed to repeat it.
    """
    from oddsmith.cli.session import opened, save, sections
    from oddsmith.report.json import outcome_document, print_document
    from oddsmith.report.terminal import print_report
    from oddsmith.run.folder import check_folder
    from oddsmith.run.outcome import exit_code
    from oddsmith.run.runner import run

    settings = Settings(**given)
    if out is not None and not no_save:
        check_folder(out)
    with opened(settings, path) as (plan, tools):
        finished = run(plan, tools)
        if settings.as_json:
            print_document(outcome_document(finished.outcome))
        else:
            print_report(finished.outcome, sections(finished.outcome, tools))
        saved = no_save or save(plan, finished, tools, out, settings)
    return exit_code(finished.outcome) if saved else 2
