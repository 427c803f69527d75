"""`players:` -> Player."""

from __future__ import annotations

from oddsmith.spec.game import Player
from oddsmith.spec.keys import PLAYER
from oddsmith.spec.read.actions import read_patterns, read_reference
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Node, Scalar, Sequence


def read_players(reader: Reader, node: Node | None) -> tuple[Player, ...]:
    """`[p1, p2]`, or a mapping that says what each of them decides and wants; `p[i in 1..n]` is one per index."""
    if isinstance(node, Sequence):
        named = [(reader.name(item, "a player"), item.span) for item in node]
        return tuple(Player(name, span=span) for name, span in named if name is not None)
    found: list[Player] = []
    for entry in reader.entries(node, "players (`[p1, p2]` or `name: {actions: …}`)"):
        head = reader.head(entry.key, "a player")
        empty = isinstance(entry.value, Scalar) and entry.value.empty
        fields = {} if empty else reader.fields(entry.value, PLAYER)
        modules = reader.names(fields.get("modules"), "a module")
        actions = read_patterns(reader, fields.get("actions"))
        wants = read_reference(reader, fields["wants"], "a reward", "gain") if "wants" in fields else None
        if head is not None:
            found.append(Player(head[0], modules, actions, head[1], wants, entry.key.span))
    return tuple(found)
