"""`draw:`, `let:`, `then:` -> Effect, nested as deep as it is written."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from oddsmith.expr.nodes import Expr, Index, Items, Name, Number, Range
from oddsmith.spec.game import Assignment, DrawClause, Effect, LetClause, TableDraw
from oddsmith.spec.keys import BRANCH, DRAW_TABLE, EFFECT
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar, Sequence

_MANY = re.compile(r"\[\s*\w+\s+in\b")
_DIE = re.compile(r"d(\d{1,18})\Z")
NOTHING = "write `variable: value` below it or `{variable: value}`, and `{}` if nothing changes"


def read_effect(reader: Reader, fields: dict[str, Node]) -> Effect | None:
    """The effect of a command or of a branch, from its fields."""
    draws = tuple(read_draw(reader, e) for e in reader.entries(fields.get("draw"), "draws (`name: d6`)"))
    lets = tuple(_let(reader, e) for e in reader.entries(fields.get("let"), "abbreviations (`name: value`)"))
    if "then" not in fields:
        return None
    inner = _body(reader, fields["then"])
    if inner is None:
        return None
    known_draws = tuple(draw for draw in draws if draw is not None)
    known_lets = tuple(let for let in lets if let is not None)
    span = fields["then"].span
    if not (inner.draws or inner.lets):
        return Effect(known_draws, known_lets, inner.updates, inner.branches, span)
    if not (known_draws or known_lets):
        return inner
    return Effect(known_draws, known_lets, (), ((Number(1), inner),), span)


def _body(reader: Reader, node: Node) -> Effect | None:
    """What stands behind `then:` or behind a weight."""
    if isinstance(node, Sequence):
        return Effect(branches=_branches(reader, node), span=node.span)
    if not isinstance(node, Mapping):
        reader.wrong(node, "updates (`variable: value`) or a list of branches", NOTHING)
        return None
    if node.get("then") is not None:
        return read_effect(reader, reader.fields(node, EFFECT))
    nested = [entry for entry in node if isinstance(entry.value, Mapping)]
    if nested and _looks_weighted(nested):
        fix = "branches are a list: `- 1/2: {f: f + 1}`, one per line"
        reader.complaints.add("E108", "branches stand in a list", nested[0].key.span, fix=fix)
        return None
    updates = (_assignment(reader, entry) for entry in node)
    return Effect(updates=tuple(update for update in updates if update is not None), span=node.span)


def _looks_weighted(entries: list[Entry]) -> bool:
    """Whether mappings stand behind these keys because they are weights."""
    return entries[0].key.text not in ("draw", "let")


def _branches(reader: Reader, node: Sequence) -> tuple[tuple[Expr, Effect], ...]:
    if not node.items:
        reader.complaints.add("E108", "a list of branches needs at least one", node.span, fix=NOTHING)
    found = (_branch(reader, item) for item in node)
    return tuple(branch for branch in found if branch is not None)


def _branch(reader: Reader, node: Node) -> tuple[Expr, Effect] | None:
    """`1/2: {updates}`, or the long form `{for: …, weight: …, then: …}`."""
    weight: Expr | None
    if isinstance(node, Mapping) and (node.get("then") is not None or node.get("for") is not None):
        fields = reader.fields(node, BRANCH)
        family = reader.binders(fields.get("for"), "a family")
        weight = reader.expression(fields["weight"], "a probability") if "weight" in fields else None
        body = read_effect(reader, fields)
        body = None if body is None else replace(body, family=family)
    elif isinstance(node, Mapping) and len(node.entries) == 1:
        entry = node.entries[0]
        weight, body = reader.expression(entry.key, "a probability"), _body(reader, entry.value)
    else:
        reader.wrong(node, "one branch (`weight: {updates}`)", "write one branch per item: `- 1/2: {f: f + 1}`")
        return None
    return None if weight is None or body is None else (weight, body)


def _assignment(reader: Reader, entry: Entry) -> Assignment | None:
    """`f: f + 1`, `pos[p]: 0`, `f[i in 1..N]: 0`."""
    if entry.key.text in ("draw", "let") and isinstance(entry.value, Mapping):
        fix = "put the updates behind `then:` beside it"
        reader.complaints.add("E203", f"`{entry.key.text}` needs a `then:`", entry.key.span, fix=fix)
        return None
    value = reader.expression(entry.value, "the new value")
    if _MANY.search(entry.key.text):
        head = reader.head(entry.key, "an array")
        if head is None or value is None:
            return None
        cell = Index(head[0], tuple(Name(b.name, span=b.span) for b in head[1]), span=entry.key.span)
        return Assignment(cell, value, entry.key.span, head[1])
    target = reader.expression(entry.key, "a variable")
    if target is None or value is None:
        return None
    if not isinstance(target, Name | Index):
        fix = "write `variable: value` or `array[i]: value`"
        reader.complaints.add("E301", "only variables and cells of arrays can get a value", entry.key.span, fix=fix)
        return None
    return Assignment(target, value, entry.key.span)


def _let(reader: Reader, entry: Entry) -> LetClause | None:
    name, value = reader.name(entry.key, "an abbreviation"), reader.expression(entry.value)
    if name is None or value is None:
        reader.broken.add(entry.key.text)
        return None
    return LetClause(name, value, entry.key.span)


def read_draw(reader: Reader, entry: Entry) -> DrawClause | None:
    """`a: d6`, `a: 1..6`, `a: {1: 1/2, 2: 1/2}`, `a: {table: weights}`."""
    name, domain = reader.name(entry.key, "a draw"), _draw_domain(reader, entry.value)
    if name is None or domain is None:
        reader.broken.add(entry.key.text)
        return None
    return DrawClause(name, domain, entry.key.span)


def _draw_domain(reader: Reader, node: Node) -> Range | tuple[tuple[Expr, Expr], ...] | TableDraw | None:
    if isinstance(node, Scalar):
        die = _DIE.match(node.text)
        if die:
            return _die(reader, node, int(die.group(1)))
        if not node.empty and not any(sign in node.text for sign in ("..", "{")):
            reader.wrong(node, "a die, a range or weights", "write `d6`, `1..6`, `{1: 1/2, 2: 1/2}` or `{table: name}`")
            return None
    if isinstance(node, Mapping) and node.get("table") is not None:
        return _table_draw(reader, reader.fields(node, DRAW_TABLE))
    if isinstance(node, Mapping) and any(not (isinstance(e.value, Scalar) and e.value.empty) for e in node):
        return _weights(reader, node)
    domain = reader.domain(node)
    return _alike(reader, domain) if isinstance(domain, Items) else domain


def _table_draw(reader: Reader, fields: dict[str, Node]) -> TableDraw | None:
    name = reader.name(fields["table"], "a table")
    row = reader.expression(fields["row"], "a row") if "row" in fields else None
    return None if name is None or (row is None and "row" in fields) else TableDraw(name, row)


def _die(reader: Reader, node: Scalar, sides: int) -> Range | None:
    if sides < 1:
        reader.complaints.add("E305", "a die needs at least one side", node.span, fix="write `d6`")
        return None
    return Range(Number(1, span=node.span), Number(sides, span=node.span), span=node.span)


def _weights(reader: Reader, node: Mapping) -> tuple[tuple[Expr, Expr], ...] | None:
    pairs = [(reader.expression(e.key, "an outcome"), reader.expression(e.value, "a probability")) for e in node]
    complete = tuple((value, weight) for value, weight in pairs if value is not None and weight is not None)
    return complete if len(complete) == len(pairs) else None


def _alike(reader: Reader, domain: Items) -> tuple[tuple[Expr, Expr], ...] | None:
    """`{1, 3, 5}`: every member alike."""
    if not domain.members or any(isinstance(member, Range) for member in domain.members):
        fix = "list the values one by one, or draw from one range"
        reader.complaints.add("E301", "a draw from a set needs single values", domain.span, fix=fix)
        return None
    share = Fraction(1, len(domain.members))
    weight = Number(share.numerator if share.denominator == 1 else share, span=domain.span)
    return tuple((member, weight) for member in domain.members)
