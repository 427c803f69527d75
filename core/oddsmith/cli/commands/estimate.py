"""`pipeline estimate SPEC`: how large a game is before it is solved, and what each way to solve it would take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, run_options


@documented(
    "estimate",
    ("what six players would take, and how", "pipeline estimate specs/goose6.yaml"),
    ("the same for other constants", "pipeline estimate specs/ruin.yaml --set N=10 --set d=20"),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@run_options
def command(path: Path, **given: Any) -> int:
    """Say how many states a game has, and what memory and time a run needs: counted, or bounded from a look at it.

    Large games with turns are also tried without storing them: a small part is swept on this machine, and the
    commands for a run in memory, in a file, or on several machines are printed.
    """
    from oddsmith.cli.foreseen import foreseen, words
    from oddsmith.report.forecast import forecast_document, print_forecast
    from oddsmith.report.json import print_document

    settings = Settings(**given)
    seen, typed = foreseen(path, settings), words(path, settings)
    if settings.as_json:
        print_document({"game": seen.game, "spec": str(path), **forecast_document(seen.forecast, typed)})
    else:
        print_forecast(seen.game, seen.forecast, typed)
    return 0
