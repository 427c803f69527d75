"""Nodes of a YAML tree -> texts, lists, pairs and quantities; what does not fit becomes a complaint."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar, Sequence, kind

Value = TypeVar("Value")


class Reader:
    """Reads the values of one file; mistakes are collected."""

    def __init__(self, complaints: Complaints, path: Path) -> None:
        self.complaints, self.path = complaints, path

    def text(self, node: Node) -> str:
        if isinstance(node, Scalar):
            return node.text
        self.complaints.add("E108", f"text is needed here, not {kind(node)}", node.span)
        return ""

    def items(self, node: Node) -> tuple[Node, ...]:
        return node.items if isinstance(node, Sequence) else (node,)

    def texts(self, node: Node) -> tuple[str, ...]:
        """One text or a list of them."""
        return tuple(self.text(item) for item in self.items(node))

    def pairs(self, node: Node) -> list[tuple[str, str]]:
        return [(entry.key.text, self.text(entry.value)) for entry in self.mapping(node)]

    def mapping(self, node: Node) -> tuple[Entry, ...]:
        if isinstance(node, Mapping):
            return node.entries
        self.complaints.add("E108", f"a mapping (`name: value`) is needed here, not {kind(node)}", node.span)
        return ()

    def known(self, node: Node, keys: Iterable[str], what: str) -> dict[str, Node]:
        """The values of a mapping by their keys; others than the known ones are complained about."""
        keys = tuple(keys)
        found: dict[str, Node] = {}
        for entry in self.mapping(node):
            if entry.key.text in keys:
                found[entry.key.text] = entry.value
            else:
                fix = suggestion(entry.key.text, keys, "keys")
                self.complaints.add("E202", f"{what} has no key `{entry.key.text}`", entry.key.span, fix=fix)
        return found

    def read(self, node: Node, parse: Callable[[str], Value]) -> Value | None:
        try:
            return parse(self.text(node))
        except ValueError as error:
            self.complaints.add("E302", str(error), node.span)
            return None
