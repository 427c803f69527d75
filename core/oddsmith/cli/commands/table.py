"""`pipeline table FILE`: the same games with and without reductions, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, table_options


@documented(
    "table",
    (
        "two rows of Table 1 of Bloemen 2012, with and without reductions",
        "pipeline table pipelines/bloemen-ruin.yaml N=3 d=10",
    ),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="TABLE")
@click.argument("names", nargs=-1, metavar="[ROW]...")
@table_options
def command(path: Path, names: tuple[str, ...], **given: Any) -> int:
    """Run the games of a table with each of its lists of reductions: states, seconds, and the answers.

    ROWs choose some of the rows by words in their names: pipeline table pipelines/bloemen-ruin.yaml N=3 takes those
    with N=3.
    """
    from oddsmith.cli.session import opened
    from oddsmith.report.comparison import comparison_document, print_comparison
    from oddsmith.report.json import print_document
    from oddsmith.run.table import fill, table_of

    settings = Settings(**given)
    table = table_of(path).chosen(names)
    with opened(settings, path) as (_, tools):
        rows = list(fill(table, tools))
    if settings.as_json:
        print_document(comparison_document(table, rows))
    else:
        print_comparison(table, rows)
    return 0
