"""`pipeline compare SPEC --solvers a,b`, `--strategies x.yaml,y.yaml`: several solvers or strategies side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.completion import plugin_list
from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, compare_options


def _names(ctx: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    names = tuple(dict.fromkeys(name for name in (word.strip() for word in text.split(",")) if name))
    if not names:
        raise click.BadParameter("name at least one")
    return names


@documented(
    "compare",
    ("two solvers side by side", "pipeline compare specs/gambler.yaml --solvers exact,interval-iteration"),
    (
        "the strategy of a paper beside the best",
        "pipeline compare specs/incan-gold.yaml --strategies best.yaml,specs/strategies/incan-gold-paper.yaml",
    ),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@click.option(
    "--solvers", callback=_names, metavar="A,B,...", shell_complete=plugin_list("solver"), help="Whom to ask, by name."
)
@click.option("--strategies", callback=_names, metavar="A.yaml,B.json,...", help="Which strategies to follow.")
@compare_options
def command(path: Path, solvers: tuple[str, ...], strategies: tuple[str, ...], **given: Any) -> int:
    """Ask several solvers the same questions, or follow several strategies: answers and bounds side by side.

    The game is explored once. A solver that does not fit a question says why. Exit code 1 if two proved intervals do
    not overlap, 2 if no solver answers a question. Limits of time hold for each solver and question.
    """
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document
    from oddsmith.report.side_by_side import print_side_by_side, side_by_side_document
    from oddsmith.run.side_by_side import side_by_side

    settings = Settings(**given)
    if bool(solvers) == bool(strategies):
        raise click.UsageError("name solvers (--solvers A,B) or strategies (--strategies A.yaml,B.yaml) to compare")
    if strategies:
        return _strategies(settings, path, strategies)
    with opened(replace(settings, games=None, confidence=None, width=None), path) as (plan, tools):
        found = side_by_side(plan, solvers, tools, settings.sampling)
    if settings.as_json:
        print_document(side_by_side_document(found, str(plan.spec)))
    else:
        print_side_by_side(found)
    if any(pair.proved for pair in found.apart):
        return 1
    return 2 if found.unanswered else 0


def _strategies(settings: Settings, path: Path, files: tuple[str, ...]) -> int:
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document
    from oddsmith.report.rivals import print_rivals, rivals_document
    from oddsmith.run.rivals import rivals

    with opened(settings, path) as (plan, tools):
        found = rivals(plan, [Path(file) for file in files], tools)
    if settings.as_json:
        print_document(rivals_document(found, str(plan.spec)))
    else:
        print_rivals(found)
    return 0
