"""`pipeline plugins`: what is installed, what it offers, where it comes from."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, plugin_options


@documented(
    "plugins",
    ("what there is to choose from", "pipeline plugins"),
    ("for a script", "pipeline plugins --json"),
)
@plugin_options
def command(**given: Any) -> int:
    """List the plugins, what they offer, and the distributions that brought them."""
    from oddsmith.report.json import print_document
    from oddsmith.report.table import print_table

    settings = Settings(**given)
    host = settings.host()
    registry = settings.registry(host)
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
