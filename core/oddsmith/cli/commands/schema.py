"""`pipeline schema --of spec|pipeline|strategy`: JSON Schemas for editors."""

from __future__ import annotations

import rich_click as click

from oddsmith.cli.help import documented

FILES = ("spec", "pipeline", "strategy")


@documented(
    "schema",
    ("for an editor that helps while a spec is written", "pipeline schema > spec.json"),
    ("the same for pipeline files", "pipeline schema --of pipeline > pipeline.json"),
    ("the same for strategies", "pipeline schema --of strategy > strategy.json"),
)
@click.option("--of", "file", type=click.Choice(FILES), default="spec", help="Of which files (default: spec).")
@click.option("--json", "as_json", is_flag=True, help="The schema is JSON anyway; accepted for uniformity.")
@click.option("--debug", is_flag=True, help="Show the whole traceback of an unexpected error.")
def command(file: str, as_json: bool, debug: bool) -> int:
    """Print the JSON Schema (draft-07) of specs, pipeline files or strategies, for editors.

    An editor with a YAML language server uses it if the first line of a file is
    `# yaml-language-server: $schema=spec.json`.
    """
    from oddsmith.report.json import print_document

    if file == "pipeline":
        from oddsmith.study.schema import pipeline_schema as found
    elif file == "strategy":
        from oddsmith.strategies.schema import strategy_schema as found
    else:
        from oddsmith.spec.schema import schema as found
    print_document(found())
    return 0
