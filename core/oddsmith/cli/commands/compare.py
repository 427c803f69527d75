"""`pipeline compare SPEC --solvers a,b`: what several solvers answer, side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.settings import Settings, compare_options


def _names(ctx: click.Context, parameter: click.Parameter, text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name for name in (word.strip() for word in text.split(",")) if name))
    if not names:
        raise click.BadParameter("name at least one solver")
    return names


@click.command("compare")
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@click.option("--solvers", required=True, callback=_names, metavar="A,B,...", help="Whom to ask, by name.")
@compare_options
def command(path: Path, solvers: tuple[str, ...], **given: Any) -> int:
    """Ask several solvers the same questions: answers, bounds and times side by side.

    The game is explored once. A solver that does not fit a question says why. Exit code 1 if two proved intervals do
    not overlap, 2 if no solver answers a question. Limits of time hold for each solver and question.
    """
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document
    from oddsmith.report.side_by_side import print_side_by_side, side_by_side_document
    from oddsmith.run.side_by_side import side_by_side

    settings = Settings(**given)
    with opened(replace(settings, games=None, confidence=None, width=None), path) as (plan, tools):
        found = side_by_side(plan, solvers, tools, settings.sampling)
    if settings.as_json:
        print_document(side_by_side_document(found, str(plan.spec)))
    else:
        print_side_by_side(found)
    if any(pair.proved for pair in found.apart):
        return 1
    return 2 if found.unanswered else 0
