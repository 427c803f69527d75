"""`pipeline import FILE -o SPEC.yaml`: a model of another program as a spec."""

# The module is called as its command is.
# ruff: noqa: N999

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.cli.completion import plugins
from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, import_options


@documented(
    "import",
    ("a model in the PRISM language as a spec", "pipeline import coin.prism --properties coin.props -o coin.yaml"),
    ("with a constant that the model leaves open", "pipeline import coin.jani --set N=4 -o coin.yaml"),
)
@click.argument("path", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="SPEC", help="Write here (-: stdout).")
@click.option(
    "--from",
    "name",
    metavar="FORMAT",
    shell_complete=plugins("importer"),
    help="The format (see: pipeline plugins); else told by the file.",
)
@click.option("--properties", type=click.Path(path_type=Path), metavar="FILE", help="The properties of the model.")
@click.option("--partial", is_flag=True, help="Leave out properties that cannot be translated, with a remark each.")
@click.option("--force", is_flag=True, help="Overwrite the spec if it exists.")
@import_options
def command(
    path: Path,
    output: Path | None,
    name: str | None,
    properties: Path | None,
    partial: bool,
    force: bool,
    options: tuple[tuple[str, str], ...],
    **given: Any,
) -> int:
    """Translate a model of another program into a spec with the same answers.

    What cannot be translated is an error that names the construct and its place. Nothing is left out silently.
    """
    from oddsmith.context import Context
    from oddsmith.exchange.importer import Imported
    from oddsmith.exchange.stored import ExplicitImporter
    from oddsmith.report.json import print_document
    from oddsmith.run.exchange import foreign_text, format_of, imported, imported_model
    from oddsmith.run.foreign import Foreign
    from oddsmith.run.output import check_output, write_text

    settings = Settings(**given)
    target = None if output is None or str(output) == "-" else output
    host = settings.host()
    registry = settings.registry(host)
    offer = format_of(registry, "importer", name, path)
    importer = registry.make("importer", offer.name, dict(options))
    if target is not None:
        check_output(target, force)

    def work() -> Imported:
        if isinstance(importer, ExplicitImporter):
            if properties is not None or settings.overrides:
                raise click.UsageError(
                    f"{offer.name} has no constants, and properties are asked of it with pipeline run"
                )
            return imported_model(Foreign(importer, path, Context()))
        return imported(importer, foreign_text(path, properties, partial, settings.overrides), Context())

    found = host.protected(work)
    unset = f"constants without a value, to be set with --set: {', '.join(found.unset)}"
    remarks = [*found.remarks, *([unset] if found.unset else [])]
    for remark in remarks:
        settings.say(f"remark: {remark}")
    document: dict[str, Any] = {"file": str(path), "format": offer.name, "remarks": remarks}
    if target is not None:
        write_text(target, found.text, force)
        settings.say(f"written: {target}")
        document["spec"] = str(target)
    elif settings.as_json:
        document["text"] = found.text
    else:
        sys.stdout.write(found.text)
    if settings.as_json:
        print_document(document)
    return 0
