"""`pipeline options NAME`: the options of a plugin, with their types, defaults and meaning."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import rich_click as click

from oddsmith.cli.completion import plugins
from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, plugin_options


@documented(
    "options",
    ("what can be set with --set-option", "pipeline options simulation"),
)
@click.argument("name", shell_complete=plugins("solver", "kernel", "reduction", "importer", "exporter", "learner"))
@plugin_options
def command(name: str, **given: Any) -> int:
    """Show the options of the reduction, kernel, solver, importer or exporter NAME."""
    from oddsmith.hosting.names import unknown
    from oddsmith.hosting.options import options
    from oddsmith.report.json import print_document
    from oddsmith.report.table import print_table

    settings = Settings(**given)
    registry = settings.registry(settings.host())
    offers = [offer for offer in registry.offers if name in (offer.name, offer.origin.plugin)]
    if not offers:
        raise unknown("plugin", name, {offer.name for offer in registry.offers}, notes=registry.notes(name))
    if settings.as_json:
        listed = [{"kind": o.kind, "name": o.name, "options": list(map(asdict, options(o.offered)))} for o in offers]
        print_document({"offers": listed})
        return 0
    for offer in offers:
        rows = [(o.name, o.takes, o.default, o.help) for o in options(offer.offered)]
        print(f"{offer.kind} {offer.name}: {offer.about}")
        if rows:
            print_table(("option", "takes", "default", "meaning"), rows)
        else:
            print("it has no options")
    return 0
