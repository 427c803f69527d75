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
    from oddsmith.cli.session import opened
    from oddsmith.exchange.stored import unsuited
    from oddsmith.report.forecast import forecast_document, print_forecast
    from oddsmith.report.json import print_document
    from oddsmith.run import stages
    from oddsmith.run.forecast import forecast

    settings = Settings(**given)
    with opened(settings, path) as (plan, tools):
        if plan.foreign is not None:
            raise unsuited(f"the states of `{plan.spec.name}` are stored: there is nothing to estimate", "run it")
        game = stages.load(plan)
        process = stages.lower(plan, game, tools.host)
        process = tools.host.protected(lambda: stages.reduce(plan, process, tools.registry, tools.context))
        found = tools.host.protected(lambda: forecast(plan, process, tools))
    words = _words(path, settings)
    if settings.as_json:
        print_document({"game": game.name, "spec": str(path), **forecast_document(found, words)})
    else:
        print_forecast(game.name, found, words)
    return 0


def _words(path: Path, settings: Settings) -> list[str]:
    """What of this command a run must be told, too."""
    changes = [word for name, value in settings.overrides for word in ("--set", f"{name}={value}")]
    asked = [] if settings.properties is None else ["--properties", str(settings.properties)]
    asked += ["--partial"] if settings.partial else []
    asked += [word for text in settings.asks for word in ("--ask", text)]
    chosen = [word for name in settings.questions for word in ("--question", name)]
    precision = ["--precision", f"{settings.precision:g}"] if settings.precision is not None else []
    return [str(path), *changes, *asked, *chosen, *precision]
