"""A host and its registry -> everything that is known about each plugin, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from oddsmith.hosting.manager import Host, Origin
from oddsmith.hosting.options import options
from oddsmith.hosting.registry import Offer, Registry

SOLVERS = ("requires", "promises", "spreads", "simultaneous", "keeps_in_file", "rank")
FACTS = (*SOLVERS, "numbers", "partial", "suffixes", "properties", "text", "keeps_steps", "last")
"""What classes say of themselves, of whatever kind they are."""

Described = dict[str, Any]


def described(host: Host, registry: Registry) -> list[Described]:
    """Every plugin with its origin, its hooks and its offers; those that cannot be used with the reason."""
    offers = registry.offers  # imports the plugins that wait
    found = [
        _origin(origin) | {"hooks": host.hooks(origin), "offers": [_offer(o) for o in offers if o.origin == origin]}
        for origin in host.origins
    ]
    for skip in host.skipped:
        state = "unavailable" if skip.optional else "failed"
        found.append(_origin(skip.origin) | {"hooks": [], "offers": [], state: skip.reason})
    return sorted(found, key=lambda plugin: str(plugin["plugin"]))


def lines(plugins: list[Described]) -> Iterator[str]:
    """The same as text: a line for the plugin, then what it offers, indented."""
    for plugin in plugins:
        yield f"{plugin['plugin']}  ({plugin['distribution']} {plugin['version']}, {plugin['module']})"
        for state in ("unavailable", "failed"):
            if state in plugin:
                yield f"    {state}: {plugin[state]}"
        for offer in plugin["offers"]:
            yield f"    {offer['kind']} {offer['name']}: {offer['about']}"
            for name, value in offer["facts"].items():
                yield f"        {name}: {_text(value)}"
            for option in offer["options"]:
                default = f" (default {option['default']})" if option["default"] else ""
                yield f"        option {option['name']}: {option['help']}{default}"
        others = [hook for hook in plugin["hooks"] if not plugin["offers"] or not hook.endswith("s")]
        if others:
            yield f"    hooks: {', '.join(others)}"
        if not (plugin["hooks"] or "unavailable" in plugin or "failed" in plugin):
            yield "    nothing: no function of it is marked with @hookimpl"


def _origin(origin: Origin) -> Described:
    about = {"plugin": origin.plugin, "distribution": origin.distribution, "version": origin.version}
    return about | {"module": origin.module}


def _offer(offer: Offer) -> Described:
    said = {name: getattr(offer.offered, name, None) for name in FACTS}
    facts = {name: _plain(value) for name, value in said.items() if value and not callable(value)}
    known = [{"name": o.name, "takes": o.takes, "default": o.default, "help": o.help} for o in options(offer.offered)]
    return {"kind": offer.kind, "name": offer.name, "about": offer.about, "facts": facts, "options": known}


def _plain(value: Any) -> Any:
    """Sets of traits as their names, in order."""
    if isinstance(value, frozenset):
        return sorted(member.name if isinstance(member, Enum) else str(member) for member in value)
    return list(value) if isinstance(value, tuple) else value


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
