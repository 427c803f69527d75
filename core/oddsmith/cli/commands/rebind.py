"""`pipeline rebind SPEC TABLE=FILE...`: the same game with other values in its tables, explored once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, run_options


@documented(
    "rebind",
    (
        "the same game with two sets of measured probabilities",
        "pipeline rebind loaded.yaml face=monday.csv face=tuesday.csv",
    ),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@click.argument("sets", nargs=-1, metavar="TABLE=FILE[,TABLE=FILE]...")
@run_options
def command(path: Path, sets: tuple[str, ...], **given: Any) -> int:
    """Answer the questions for several values of the tables that may be bound.

    Each argument is one set of values: pipeline rebind loaded.yaml face=monday.csv face=tuesday.csv,hit=tuesday.yaml.
    The game is explored once; then weights are put in their places and solved, for each set.
    """
    from oddsmith.cli.session import opened
    from oddsmith.report.json import print_document
    from oddsmith.report.rebinding import print_rebound, rebound_document
    from oddsmith.run.binding import bindings
    from oddsmith.run.rebinding import rebind

    settings = Settings(**given)
    pairs = [[tuple(part.partition("=")[::2]) for part in text.split(",")] for text in sets]
    for text, parts in zip(sets, pairs, strict=True):
        if not all(table.strip() and file.strip() for table, file in parts):
            raise click.UsageError(f"{text} is not of the form TABLE=FILE")
    found_sets = [bindings((table.strip(), file.strip()) for table, file in parts) for parts in pairs]
    with opened(settings, path) as (plan, tools):
        found = rebind(plan, found_sets or [()], tools)
    if settings.as_json:
        print_document(rebound_document(found, str(path)))
    else:
        print_rebound(found, tools.context.precision)
    return 0
