"""The text of `index.json` -> its entries, each of the type that it must have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oddsmith.plugin import damaged, impossible, unsuited

LARGEST_INDEX = 1 << 26
VERSION = 1
DEFAULT_SIZES = {"bool": 1, "int": 64, "uint": 64, "double": 64, "rational": 128, "string": 64}


@dataclass(frozen=True)
class Kind:
    """The type of some numbers: its name, and its size in bits."""

    name: str
    size: int


@dataclass(frozen=True)
class Annotation:
    """One label or reward: the folder it lies in, its name for people, and what it is said of."""

    folder: str
    name: str
    parts: tuple[str, ...]
    kind: Kind


@dataclass(frozen=True)
class Index:
    """The parts of the index that are used here."""

    document: dict[str, Any]
    system: dict[str, Any]

    def count(self, key: str) -> int:
        value = self.system.get(f"#{key}", 0)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
            raise impossible(f"index.json: #{key} is {value!r}, not a number of {key}")
        return value

    def kind(self, key: str) -> Kind | None:
        found = self.system.get(key)
        return None if found is None else kind_of(found, key)

    def annotations(self, group: str) -> Iterator[Annotation]:
        names: set[str] = set()
        groups = mapping(self.document.get("annotations", {}), "annotations")
        for key, described in mapping(groups.get(group, {}), group).items():
            entry = mapping(described, key)
            name = entry.get("alias", key)
            parts = entry.get("applies-to")
            if not isinstance(name, str) or not name or name in names:
                raise impossible(f"index.json: {group} has the name {name!r} twice, or it is no name")
            if not isinstance(parts, list) or not all(part in ("states", "choices", "branches") for part in parts):
                raise unsuited(f"index.json: {name} applies to {parts!r}", "states, choices and branches can be read")
            if "probability-type" in entry:
                raise unsuited(f"index.json: {name} is drawn from distributions", "only certain values can be read")
            names.add(name)
            yield Annotation(f"annotations/{group}/{key}", name, tuple(parts), kind_of(entry.get("type"), name))


def index_of(data: memoryview) -> Index:
    """The index; E821 where it is no JSON, E823 where it describes what cannot be read here."""
    if len(data) > LARGEST_INDEX:
        raise damaged(f"index.json has {len(data):,} bytes", "this is no model")
    try:
        document = json.loads(bytes(data).decode())
    except (ValueError, RecursionError) as error:
        raise damaged(f"index.json cannot be read: {error}") from None
    document = mapping(document, "index.json")
    version = document.get("format-version")
    if version != VERSION:
        raise unsuited(f"it is written in version {version!r} of the format", f"version {VERSION} can be read")
    index = Index(document, mapping(document.get("transition-system"), "transition-system"))
    if index.system.get("time") != "discrete":
        message = f"its time is {index.system.get('time')!r}"
        raise unsuited(
            message, "discrete models can be read (chains, decision processes, games): export the embedded one"
        )
    if index.count("observations"):
        raise unsuited("it has observations", "models whose states are seen can be read")
    return index


def kind_of(entry: Any, what: str) -> Kind:
    """A type of numbers that can be read."""
    entry = mapping(entry, f"the type of {what}")
    name = entry.get("type")
    if not isinstance(name, str) or name not in DEFAULT_SIZES:
        raise unsuited(f"index.json: {what} is of type {name!r}", f"known: {', '.join(DEFAULT_SIZES)}")
    size = entry.get("size", DEFAULT_SIZES[name])
    if not isinstance(size, int) or not 1 <= size <= 2**20:
        raise impossible(f"index.json: {what} has values of {size!r} bits")
    return Kind(name, size)


def mapping(entry: Any, what: str) -> dict[str, Any]:
    """The entry, if it is a mapping."""
    if not isinstance(entry, dict):
        raise impossible(f"index.json: {what} is {type(entry).__name__}, not a mapping")
    return entry
