"""`pipeline plugins`: what is installed, what it offers, where it comes from."""

from __future__ import annotations

from typing import Any

import rich_click as click

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, plugin_options


@documented(
    "plugins",
    ("what there is to choose from", "pipeline plugins"),
    ("all that is known of each: version, traits, options, why it cannot be used", "pipeline plugins --verbose"),
    ("for a script", "pipeline plugins --json"),
)
@click.option("--verbose", "-v", is_flag=True, help="Tell all: modules, traits, promises, options, hooks, failures.")
@plugin_options
def command(verbose: bool, **given: Any) -> int:
    """List the plugins, what they offer, and the distributions that brought them."""
    from oddsmith.report.json import print_document
    from oddsmith.report.table import print_table

    settings = Settings(**given)
    host = settings.host()
    registry = settings.registry(host)
    if verbose:
        from oddsmith.report.installed import described, lines

        known = described(host, registry)
        if settings.as_json:
            print_document({"plugins": known})
        else:
            print("\n".join(lines(known)))
        return 0
    offered = {offer.origin.plugin for offer in registry.offers}
    rows = [(o.kind, o.name, o.about, f"{o.origin.distribution} {o.origin.version}") for o in registry.offers]
    rows += [("hooks", o.plugin, "", f"{o.distribution} {o.version}") for o in host.origins if o.plugin not in offered]
    if settings.as_json:
        keys = ("kind", "name", "about", "from")
        skipped = [f"{skip.origin}: {skip.reason}" for skip in host.skipped]
        print_document({"plugins": [dict(zip(keys, row, strict=True)) for row in rows], "skipped": skipped})
    else:
        print_table(("kind", "name", "what it does", "from"), rows)
        for skip in host.skipped:
            print(skip)
    return 0
