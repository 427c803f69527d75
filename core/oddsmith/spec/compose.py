"""Source -> located tree, by the events of the YAML parser: nothing is ever constructed or resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from oddsmith.source import Diagnostic, Source, Span, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.flow import joined_entries, joined_items
from oddsmith.spec.tree import Entry, Mapping, Node, Scalar, Sequence, shorten
from oddsmith.spec.yaml_errors import explain

DEEPEST = 64
MOST_NODES = 1_000_000
MOST_ALIASED = 1000
"""How many nodes all aliases together may stand for: a bomb needs billions, a careful author a few."""

_ANCHOR = re.compile(r"&\S+\s*")
_ESCAPES = {"double": re.compile(r"\\(?:x..|u.{4}|U.{8}|\r\n|.)", re.DOTALL), "single": re.compile("''")}


def compose(source: Source, complaints: Complaints) -> Node | None:
    """The tree of the only document; None where the text holds nothing but comments.

    Escapes in quotes are patched in a copy of the text, keeping every offset, so that expressions and
    questions are always parsed straight from a span of the source.
    """
    builder = _Builder(source, Complaints())
    node = builder.build()
    if builder.escapes:
        builder = _Builder(Source(source.name, _patched(source.text, builder.escapes)), Complaints())
        builder.original = source
        node = builder.build()
    complaints.found += builder.complaints.found
    return node


def _patched(text: str, escapes: list[tuple[int, int, str]]) -> str:
    parts = []
    done = 0
    for start, end, replacement in escapes:
        parts += [text[done:start], replacement.ljust(end - start)]
        done = end
    return "".join([*parts, text[done:]])


@dataclass
class _Open:
    """A mapping or sequence that is being read; `key` waits for its value."""

    start: int
    flow: bool
    mapping: bool
    anchor: str | None
    size: int = 1
    key: Scalar | None = None
    entries: list[Entry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)


@dataclass
class _Builder:
    """Turns events into nodes with an explicit stack: depth is limited before anything can overflow."""

    source: Source
    complaints: Complaints
    original: Source | None = None
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, tuple[Node, int]] = field(default_factory=dict)
    escapes: list[tuple[int, int, str]] = field(default_factory=list)
    root: Node | None = None
    nodes: int = 0
    aliased: int = 0

    def build(self) -> Node | None:
        for event in self._events():
            if isinstance(event, yaml.ScalarEvent):
                self._count(event)
                self._finished(self._scalar(event), 1, event.anchor)
            elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                self._begin(event)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self._end(event)
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
                message = "a second document starts here"
                self._refuse("E103", message, event, "a spec is one document: remove the line `---`")
        return self.root

    def _events(self) -> Iterator[yaml.Event]:
        text = (self.original or self.source).text
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            yield from yaml.parse(text, Loader=loader)
        except yaml.YAMLError as error:
            raise explain(error, self.original or self.source) from None

    def _count(self, event: yaml.Event) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self._refuse("E105", f"more than {MOST_NODES:,} entries", event, "write families, functions and tables")

    def _begin(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        self._count(event)
        self._no_tag(event)
        if len(self.stack) >= DEEPEST:
            self._refuse("E105", f"nested deeper than {DEEPEST} levels", event, "write it flatter")
        mapping = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Open(_start(event), bool(event.flow_style), mapping, event.anchor))

    def _end(self, event: yaml.Event) -> None:
        opened = self.stack.pop()
        node: Node
        if opened.mapping:
            entries = joined_entries(opened.entries) if opened.flow else opened.entries
            entries = self._distinct(entries)
            last = entries[-1].value.span.end if entries else opened.start
            end = _end(event) if opened.flow else last
            node = Mapping(tuple(entries), Span(self.source, opened.start, end), opened.flow)
        else:
            items = joined_items(opened.items) if opened.flow else opened.items
            last = items[-1].span.end if items else opened.start
            end = _end(event) if opened.flow else last
            node = Sequence(tuple(items), Span(self.source, opened.start, end), opened.flow)
        self._finished(node, opened.size, opened.anchor)

    def _finished(self, node: Node, size: int, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = (node, size)
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        parent.size += size
        if not parent.mapping:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = self._key(node)
        else:
            parent.entries.append(Entry(parent.key, node))
            parent.key = None

    def _key(self, node: Node) -> Scalar:
        if not isinstance(node, Scalar):
            message, fix = "a key must be text, not a list or a mapping", 'put the key in quotes: "pos[p]": …'
            self.complaints.add("E108", message, node.span, fix=fix)
            return Scalar(node.span.text, node.span)
        return node

    def _alias(self, event: yaml.AliasEvent) -> None:
        self._count(event)
        if event.anchor not in self.anchors:
            fix = "define it before with `&name`; a `*` that is no alias must be quoted"
            self._refuse("E103", f"there is no anchor `{event.anchor}` above", event, fix)
        node, size = self.anchors[event.anchor or ""]
        self.aliased += size
        if self.aliased > MOST_ALIASED:
            message = f"the aliases of this file stand for more than {MOST_ALIASED} entries"
            self._refuse("E105", message, event, "write families (`for:`), functions and tables instead of aliases")
        self._finished(node, size, None)

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        self._no_tag(event)
        start, end = _start(event), _end(event)
        text = (self.original or self.source).text
        if event.anchor is not None:
            anchor = _ANCHOR.match(text, start, end)
            start = anchor.end() if anchor else start
        if event.style in ("'", '"'):
            start, end = start + 1, end - 1
            self._note_escapes("double" if event.style == '"' else "single", text, start, end)
        elif event.style in ("|", ">"):
            start = min(end, text.find("\n", start) + 1)
            body = text[start:end]
            start, end = start + len(body) - len(body.lstrip()), start + len(body.rstrip())
            end = max(start, end)
        return Scalar(event.value, Span(self.source, start, end), plain=not event.style)

    def _note_escapes(self, quotes: str, text: str, start: int, end: int) -> None:
        if self.original is not None or ("\\" if quotes == "double" else "''") not in text[start:end]:
            return
        opening = True
        for found in _ESCAPES[quotes].finditer(text, start, end):
            if quotes == "single":
                replacement = "' "
            elif found.group() == '\\"':
                replacement = ' "' if opening else '" '
                opening = not opening
            else:
                replacement = found.group()[1] if found.group()[1] in "\\/'" else " "
            self.escapes.append((found.start(), found.end(), replacement))

    def _no_tag(self, event: yaml.ScalarEvent | yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        if event.tag is None:
            return
        text = (self.original or self.source).text
        written = text[_start(event) : _end(event)]
        fix = "`not` negates a condition" if written.startswith("!") else "remove the tag"
        self._refuse("E103", f"`{shorten(written)}` is a YAML tag, which a spec may not have", event, fix)

    def _distinct(self, entries: list[Entry]) -> list[Entry]:
        """The entries without what cannot be meant: keys that repeat, merge keys."""
        seen: dict[str, Entry] = {}
        for entry in entries:
            first = seen.setdefault(entry.key.text, entry)
            if first is not entry:
                notes = (f"first at {first.key.span.place}",)
                message = f"the key `{shorten(entry.key.text)}` is given twice"
                self.complaints.add("E104", message, entry.key.span, fix="keep one of them", notes=notes)
        if "<<" in seen and seen["<<"].key.plain:
            fix = "use `extends:` to build on another spec, or repeat the entries"
            message = "merge keys `<<` are not part of the language"
            self.complaints.add("E108", message, seen.pop("<<").key.span, fix=fix)
        return list(seen.values())

    def _refuse(self, code: str, message: str, event: yaml.Event, fix: str) -> None:
        start, end = _start(event), max(_end(event), _start(event) + 1)
        raise SpecError([Diagnostic(code, message, Span(self.original or self.source, start, end), fix=fix)])


def _start(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0
