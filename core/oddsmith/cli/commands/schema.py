"""`pipeline schema`: the JSON Schema of specs, for editors."""

from __future__ import annotations

import rich_click as click

from oddsmith.cli.help import documented


@documented(
    "schema",
    ("for an editor that helps while a spec is written", "pipeline schema > spec.json"),
)
@click.option("--json", "as_json", is_flag=True, help="The schema is JSON anyway; accepted for uniformity.")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error.")
def command(as_json: bool, debug: bool) -> int:
    """Print the JSON Schema (draft-07) of the game language, for editors."""
    from oddsmith.report.json import print_document
    from oddsmith.spec.schema import schema

    print_document(schema())
    return 0
