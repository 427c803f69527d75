"""`pipeline export SPEC --to FORMAT`: a game in another language, or its states in another format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from oddsmith.cli.completion import plugins
from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, export_options

if TYPE_CHECKING:
    from oddsmith.exchange.exporter import ExplicitExporter, SymbolicExporter
    from oddsmith.run.plan import Plan
    from oddsmith.run.runner import Tools

Exported = tuple[dict[str, Any], str]
"""What is told of an export in JSON, and what goes to stdout."""


@documented(
    "export",
    ("for PRISM and Storm, with the questions", "pipeline export specs/gambler.yaml -o gambler.prism"),
    ("the explored states in a format of exchange", "pipeline export specs/goose2.yaml -o goose2.umb"),
    ("a drawing of the states", "pipeline export specs/gambler.yaml --to dot"),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="SPEC|PIPELINE")
@click.option(
    "--to",
    "name",
    metavar="FORMAT",
    shell_complete=plugins("exporter"),
    help="The format (see: pipeline plugins); else told by -o.",
)
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="Write here (-: stdout).")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@export_options
def command(
    path: Path,
    name: str | None,
    output: Path | None,
    force: bool,
    options: tuple[tuple[str, str], ...],
    **given: Any,
) -> int:
    """Write a game in the language of another program, or its states and transitions in a format of exchange.

    With a number of files (a model and its properties, say), -o names the first, and the others stand beside it.
    """
    from oddsmith.cli.session import opened
    from oddsmith.exchange.exporter import SymbolicExporter
    from oddsmith.report.json import print_document
    from oddsmith.run.exchange import format_of
    from oddsmith.run.output import check_output

    settings = Settings(**given)
    target = None if output is None or str(output) == "-" else output
    with opened(settings, path) as (plan, tools):
        offer = format_of(tools.registry, "exporter", name, target)
        exporter = tools.registry.make("exporter", offer.name, dict(options))
        if target is not None:
            check_output(target, force)

        def work() -> Exported:
            write = _symbolic if isinstance(exporter, SymbolicExporter) else _explicit
            return write(plan, exporter, tools, target, force, settings)

        document, text = tools.host.protected(work)
    sys.stdout.write(text)
    if settings.as_json:
        print_document({"spec": str(path), "format": offer.name, **document})
    return 0


def _symbolic(
    plan: Plan, exporter: SymbolicExporter, tools: Tools, target: Path | None, force: bool, settings: Settings
) -> Exported:
    from oddsmith.run.exchange import translated, write_translated

    export = translated(plan, exporter, tools)
    for remark in export.remarks:
        settings.say(f"remark: {remark}")
    document: dict[str, Any] = {"remarks": list(export.remarks)}
    if target is not None:
        written = write_translated(export, target, force)
        settings.say(f"written: {', '.join(str(file) for file in written)}")
        return {**document, "files": [str(file) for file in written]}, ""
    if settings.as_json:
        return {**document, "texts": dict(export.files)}, ""
    if len(export.files) > 1:
        others = ", ".join(suffix for suffix, _ in export.files[1:])
        settings.say(f"remark: with -o FILE there would also be: {others}")
    return document, export.files[0][1]


def _explicit(
    plan: Plan, exporter: ExplicitExporter, tools: Tools, target: Path | None, force: bool, settings: Settings
) -> Exported:
    import tempfile

    from oddsmith.run.exchange import only_text, write_explored

    if target is not None:
        explored, written = write_explored(plan, exporter, tools, target, force)
        settings.say(f"written: {', '.join(str(file) for file in written)}")
        transitions = explored.space.transitions
        sizes = {"states": explored.space.size, "choices": transitions.choices, "transitions": transitions.count}
        return {**sizes, "files": [str(file) for file in written]}, ""
    if not exporter.text:
        raise click.UsageError(f"{exporter.name} is no text for a terminal: name a file with -o")
    with tempfile.TemporaryDirectory() as folder:
        _, written = write_explored(plan, exporter, tools, Path(folder) / "stdout", force)
        text = only_text(exporter, written[0])
    if settings.as_json:
        return {"texts": {exporter.suffixes[0]: text}}, ""
    return {}, text
