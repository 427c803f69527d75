"""`together:` -> PartyClause: what each of those who decide at the same time can choose."""

from __future__ import annotations

from oddsmith.expr.nodes import TRUE, Expr
from oddsmith.spec.game import PartyClause
from oddsmith.spec.keys import PARTY
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Entry, Node


def read_together(reader: Reader, node: Node | None) -> tuple[PartyClause, ...]:
    """`{ann: {choose: {a: 0..1}}, bob: {choose: {b: 0..1}}}`."""
    entries = reader.entries(node, "players and what they choose (`ann: {choose: {a: 0..1}}`)")
    found = (_party(reader, entry) for entry in entries)
    return tuple(party for party in found if party is not None)


def _party(reader: Reader, entry: Entry) -> PartyClause | None:
    player = reader.name(entry.key, "a player")
    fields = reader.fields(entry.value, PARTY)
    choose = reader.binders(fields.get("choose"), "a choice")
    when = reader.expression(fields["when"], "a condition") if "when" in fields else TRUE
    among = reader.expression(fields["among"], "a number of players") if "among" in fields else None
    others: list[tuple[str, Expr]] = []
    for count in reader.entries(fields.get("others"), "names for how many choose so (`leaving: leave = 1`)"):
        name, condition = reader.name(count.key, "a number of players"), reader.expression(count.value, "a condition")
        if name is None or condition is None:
            reader.broken.add(count.key.text)
        else:
            others.append((name, condition))
    if player is None:
        return None
    return PartyClause(player, choose, when or TRUE, among, tuple(others), entry.key.span)
