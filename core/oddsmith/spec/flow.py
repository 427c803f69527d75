"""Entries that YAML cut at a comma inside parentheses -> the entries as meant: `{f: min(a, b)}`.

Inside `{ }` and `[ ]` YAML ends a value at every comma, so `min(a, b)` arrives as `min(a` and `b)`. A piece with an
open parenthesis is never an expression of its own: it is joined with what follows until the parentheses match.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from oddsmith.source import Span
from oddsmith.spec.tree import Entry, Node, Scalar

MOST_PIECES = 64


def joined_entries(entries: list[Entry]) -> list[Entry]:
    """Entries of a mapping in braces, values joined; a piece that YAML took for a key has no value of its own."""
    result: list[Entry] = []
    position = 0
    while position < len(entries):
        entry = entries[position]
        rest = islice(entries, position + 1, position + 1 + MOST_PIECES)
        pieces = _pieces(entry.value, map(_lonely, rest))
        result.append(Entry(entry.key, _join(entry.value, pieces)))
        position += 1 + len(pieces)
    return result


def joined_items(items: list[Node]) -> list[Node]:
    """Items of a list in brackets, joined."""
    result: list[Node] = []
    position = 0
    while position < len(items):
        pieces = _pieces(items[position], islice(items, position + 1, position + 1 + MOST_PIECES))
        result.append(_join(items[position], pieces))
        position += 1 + len(pieces)
    return result


def _lonely(entry: Entry) -> Node | None:
    """The key of an entry without a value."""
    return entry.key if isinstance(entry.value, Scalar) and entry.value.empty else None


def _pieces(first: Node, rest: Iterable[Node | None]) -> list[Scalar]:
    """The nodes that have to be joined to `first` so that its parentheses match; none if that cannot be."""
    depth = _depth(first)
    if depth <= 0:
        return []
    taken: list[Scalar] = []
    for node in rest:
        if depth <= 0:
            break
        if not isinstance(node, Scalar) or not node.plain:
            return []
        taken.append(node)
        depth += _depth(node)
    return taken if depth == 0 else []


def _depth(node: Node) -> int:
    if not isinstance(node, Scalar) or not node.plain:
        return 0
    return node.text.count("(") - node.text.count(")")


def _join(first: Node, pieces: list[Scalar]) -> Node:
    if not pieces:
        return first
    span = Span(first.span.source, first.span.start, pieces[-1].span.end)
    return Scalar(" ".join(span.text.split()), span)
