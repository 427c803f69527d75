"""YAML text -> located tree: mappings, sequences and scalars that know where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oddsmith.source import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text. `span` covers it inside its quotes; `text` has escapes and line folds resolved."""

    text: str
    span: Span
    plain: bool = True
    """False when it was quoted or a block text."""

    @property
    def empty(self) -> bool:
        """Nothing at all was written."""
        return self.plain and not self.text


@dataclass(frozen=True, slots=True)
class Entry:
    """`key: value`."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[Entry, ...]
    span: Span
    flow: bool = False
    """Written with braces."""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def get(self, name: str) -> Entry | None:
        """The entry with this key, if there is one."""
        for entry in self.entries:
            if entry.key.text == name:
                return entry
        return None


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span
    flow: bool = False
    """Written with brackets."""

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


Node = Scalar | Mapping | Sequence


def kind(node: Node) -> str:
    """What a node is, in words."""
    if isinstance(node, Mapping):
        return "a mapping (`key: value`)"
    if isinstance(node, Sequence):
        return "a list"
    return "nothing" if node.empty else f"the text `{shorten(node.text)}`"


def shorten(text: str, width: int = 40) -> str:
    """The text on one line, cut to a width."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
