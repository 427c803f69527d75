"""Nodes of the tree -> names, texts, expressions and fields, with a complaint for everything that does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from oddsmith.expr.lexer import KEYWORDS, NOT_NUMBERS
from oddsmith.expr.nodes import Expr, Items, Name, Number, Range
from oddsmith.expr.parse import FOLDS, Parser, parse, parse_domain
from oddsmith.source import Diagnostic, Span, SpecError
from oddsmith.spec.complaints import Complaints, suggestion
from oddsmith.spec.game import FamilyBinder
from oddsmith.spec.keys import Place
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar, Sequence, kind, shorten

BUILT_IN: Final = ("abs", "floor", "ceil", "mod", "pow", "log", "gcd", "next")
RESERVED: Final = frozenset({*KEYWORDS, *NOT_NUMBERS, *FOLDS, *BUILT_IN})

_WHOLE = re.compile(r"-?[0-9]{1,18}\Z")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
Read = TypeVar("Read")


@dataclass
class Reader:
    """What all parts share: the complaints, and the names whose declaration could not be read."""

    complaints: Complaints
    broken: set[str] = field(default_factory=set)

    def wrong(self, node: Node, expected: str, fix: str = "") -> None:
        """E108: another form of node is needed."""
        self.complaints.add("E108", f"here must stand {expected}, not {kind(node)}", node.span, fix=fix)

    def mapping(self, node: Node, expected: str) -> Mapping | None:
        if isinstance(node, Mapping):
            return node
        self.wrong(node, expected)
        return None

    def entries(self, node: Node | None, expected: str) -> tuple[Entry, ...]:
        """The entries of a mapping that may be missing."""
        if node is None:
            return ()
        mapping = self.mapping(node, expected)
        return mapping.entries if mapping else ()

    def items(self, node: Node | None, expected: str) -> tuple[Node, ...]:
        """The items of a list that may be missing."""
        if node is None:
            return ()
        if isinstance(node, Sequence):
            return node.items
        self.wrong(node, expected)
        return ()

    def one_or_more(self, node: Node | None) -> tuple[Node, ...]:
        """`x` or `[x, y]`."""
        if node is None:
            return ()
        return node.items if isinstance(node, Sequence) else (node,)

    def fields(self, node: Node, place: Place) -> dict[str, Node]:
        """The values by key, after a complaint about unknown (E202) and missing (E203) keys."""
        mapping = self.mapping(node, f"a {place.name} (`key: value`)")
        if mapping is None:
            return {}
        found: dict[str, Node] = {}
        for entry in mapping:
            name = entry.key.text
            if name in place.names:
                found.setdefault(name, entry.value)
            else:
                message = f"a {place.name} has no key `{shorten(name)}`"
                fix = suggestion(name, place.names, "keys")
                self.complaints.add("E202", message, entry.key.span, fix=fix)
        for key in place.keys:
            if key.required and key.name not in found:
                message = f"this {place.name} has no `{key.name}:`"
                self.complaints.add("E203", message, _head(mapping), why=f"{key.name}: {key.doc}")
        return found

    def text(self, node: Node, expected: str) -> str | None:
        """Any text that is not empty."""
        if isinstance(node, Scalar) and node.text.strip():
            return node.text
        self.wrong(node, expected)
        return None

    def name(self, node: Node, what: str, *, reserved: Iterable[str] = RESERVED) -> str | None:
        """An identifier that means nothing else."""
        text = self.text(node, what)
        if text is None:
            return None
        if not _NAME.match(text):
            self.complaints.add("E301", f"`{shorten(text)}` is not a name for {what}", node.span, fix=_named(text))
            return None
        if text in reserved:
            why = "it has a meaning of its own in expressions"
            self.complaints.add(
                "E206", f"`{text}` cannot be the name of {what}", node.span, why=why, fix=f"{text}_1 is free"
            )
            return None
        return text

    def names(self, node: Node | None, what: str) -> tuple[str, ...]:
        """`[a, b]` or a single name."""
        found = (self.name(item, what) for item in self.one_or_more(node))
        return tuple(name for name in found if name is not None)

    def expression(self, node: Node, what: str = "an expression") -> Expr | None:
        """The expression in a scalar."""
        if isinstance(node, Scalar) and not node.empty:
            if _WHOLE.match(node.text):
                return Number(int(node.text), span=node.span)
            return self.complaints.attempt(lambda: parse(node.span))
        fix = 'put an expression with `{`, `[`, `,` or `: ` inside in quotes: "x in {1, 3}"'
        self.wrong(node, what, fix)
        return None

    def domain(self, node: Node) -> Range | Items | None:
        """`1..N`, `{1, 3}` (which YAML takes for a mapping without values), or `[1, 3]`."""
        if isinstance(node, Sequence):
            members = tuple(e for e in map(self.member, node.items) if e is not None)
            return Items(members, span=node.span)
        bare = isinstance(node, Mapping) and all(isinstance(e.value, Scalar) and e.value.empty for e in node)
        if bare or (isinstance(node, Scalar) and not node.empty):
            return self.complaints.attempt(lambda: parse_domain(node.span))
        self.wrong(node, "a range or a set", "write `1..N` or `{1, 3, 5}`")
        return None

    def member(self, node: Node) -> Expr | None:
        """A member of a set: a value or a range."""
        if isinstance(node, Scalar) and ".." in node.text:
            return self.complaints.attempt(lambda: parse_domain(node.span))
        return self.expression(node)

    def binders(self, node: Node | None, what: str) -> tuple[FamilyBinder, ...]:
        """`{p: 1..N, q: {1, 3}}`."""
        found: list[FamilyBinder] = []
        for entry in self.entries(node, f"{what} (`name: range`)"):
            name, domain = self.name(entry.key, "an index"), self.domain(entry.value)
            if name is None or domain is None:
                self.broken.add(entry.key.text)
            else:
                found.append(FamilyBinder(name, domain, entry.key.span))
        return tuple(found)

    def head(
        self, key: Scalar, what: str, *, reserved: Iterable[str] = RESERVED
    ) -> tuple[str, tuple[FamilyBinder, ...]] | None:
        """`win` or `win[p in 1..N]`."""
        if "[" not in key.text:
            name = self.name(key, what, reserved=reserved)
            return None if name is None else (name, ())
        return self.complaints.attempt(lambda: _family_head(key, what))


def _proper(domain: Range | Items | Name) -> Range | Items:
    assert not isinstance(domain, Name)  # binders refuse tables
    return domain


def _named(text: str) -> str:
    """How to write a name that is none; other languages tell the type before it."""
    typed = re.match(r"(?:const\s+|global\s+)?(?:int|double|bool)\s+(\w+)\Z", text)
    if typed:
        return f"no type is told here: write `{typed[1]}`"
    return "names begin with a letter and have letters, digits and `_` only"


def _head(mapping: Mapping) -> Span:
    """The first key of a mapping, or the mapping itself: short enough to underline."""
    return mapping.entries[0].key.span if mapping.entries else mapping.span


def _family_head(key: Scalar, what: str) -> tuple[str, tuple[FamilyBinder, ...]]:
    parser = Parser(key.span)
    parser.refuse_foreign()
    token = parser.name(f"of {what}")
    parser.expect("[", f"behind the name of {what}")
    binders = parser.binders()
    parser.expect("]", "at the end of the family")
    parser.finish()
    if token.text in RESERVED:
        raise SpecError([Diagnostic("E206", f"`{token.text}` cannot be the name of {what}", token.span)])
    return token.text, tuple(FamilyBinder(b.name, _proper(b.domain), b.span) for b in binders)
