"""An explored game -> the index of a UMB archive: what the other files are, and how to read them."""

from __future__ import annotations

import re
from typing import Any

from oddsmith.plugin import Encoding, StateSpace

BOOL = {"type": "bool", "size": 1}
DOUBLE = {"type": "double", "size": 64}


def header(name: str, kind: str, space: StateSpace, actions: int) -> dict[str, Any]:
    """The index without annotations and valuations."""
    stored = space.transitions
    players = {"chain": 0, "mdp": 1}.get(kind, len(space.players))
    system: dict[str, Any] = {
        "time": "discrete",
        "#players": players,
        "#states": space.size,
        "#initial-states": 1,
        "#choices": stored.choices,
        "#choice-actions": actions,
        "#branches": stored.count,
        "#branch-actions": 0,
        "#observations": 0,
        "branch-probability-type": DOUBLE,
    }
    if kind == "game":
        system["player-names"] = list(space.players)
    return {
        "format-version": 1,
        "format-revision": 0,
        "model-data": {"name": name},
        "file-data": {"tool": "Oddsmith"},
        "transition-system": system,
    }


def identifiers(names: list[str]) -> dict[str, str]:
    """A folder name of the permitted characters for each name, all different."""
    found: dict[str, str] = {}
    for name in names:
        plain = re.sub("[^0-9a-z_-]", "_", name.lower()) or "_"
        identifier, number = plain, 2
        while identifier in found.values():
            identifier, number = f"{plain}-{number}", number + 1
        found[name] = identifier
    return found


def valuations(encoding: Encoding) -> dict[str, Any]:
    """How packed rows are read: the fields of each 64-bit word from its lowest bit on, then padding."""
    entries: list[dict[str, Any]] = []
    place = 0
    for param, field in zip(encoding.params, encoding.fields, strict=True):
        start = field.word * 64 + field.shift
        if start > place:
            entries.append({"padding": start - place})
        entry: dict[str, Any] = {"name": param.name, "type": {"type": "uint", "size": field.bits}}
        if param.type.kind == "bool":
            entry["type"] = BOOL
        else:
            entry |= {"lower": field.low, "upper": field.high, "offset": field.low}
        entries.append(entry)
        place = start + field.bits
    if encoding.words * 64 > place:
        entries.append({"padding": encoding.words * 64 - place})
    return {"unique": True, "classes": [{"variables": entries}]}
