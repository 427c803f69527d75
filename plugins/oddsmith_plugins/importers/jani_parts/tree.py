"""The text of a JSON document -> a tree that knows where everything stands.

Python's own reader forgets places, keeps the last of two equal keys, and rounds numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

from oddsmith.plugin import Diagnostic, Source, Span, SpecError

DEEPEST: Final = 300
"""How deep lists and objects may be nested."""
_BLANK: Final = re.compile(r"[ \t\r\n]*")
_STRING: Final = re.compile(r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"')
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD: Final = re.compile(r"true|false|null")
_ESCAPE: Final = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})')
_ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


@dataclass(eq=False)
class Node:
    """One value: its kind is object, list, text, number, truth or nothing."""

    source: Source
    kind: str
    start: int
    end: int = 0
    text: str = ""
    """Of texts and numbers; `true` or `false` of truth values."""
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Node] = field(default_factory=dict)
    path: str = "the model"

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, max(self.end, self.start + 1))

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def get(self, key: str) -> Node | None:
        """An entry that is there and is not null."""
        found = self.entries.get(key)
        return None if found is None or found.kind == "nothing" else found

    def __getitem__(self, key: str) -> Node:
        """An entry that must be there."""
        if self.kind != "object":
            self.wrong(f"an object with `{key}`")
        found = self.get(key)
        if found is None:
            raise self.failure(f"`{key}` is missing in {self.path}", code="E803")
        return found

    def list(self, key: str) -> list[Node]:
        """The members of an entry that is a list, or is not there."""
        found = self.get(key)
        if found is None:
            return []
        return found.items if found.kind == "list" else found.wrong("a list")

    def name(self, key: str = "name") -> str:
        found = self[key]
        return found.text if found.kind == "text" else found.wrong("a name")

    def wrong(self, wanted: str) -> NoReturn:
        raise self.failure(f"{self.path} must be {wanted}")

    def only(self, *known: str) -> None:
        """Nothing else is known here: an entry that is not understood is refused, never dropped."""
        for key, node in self.entries.items():
            if key not in known and key != "comment":
                raise node.refusal(f"`{key}` in {self.path} has no translation")

    def failure(self, message: str, why: str = "", fix: str = "", code: str = "E801") -> SpecError:
        return SpecError([Diagnostic(code, message, self.span, why, fix)])

    def refusal(self, message: str, why: str = "", fix: str = "") -> SpecError:
        """Of what is right in JANI and has no translation."""
        return self.failure(message, why, fix, "E802")


class Reader:
    """Reads one document."""

    def __init__(self, source: Source) -> None:
        self.source, self.text, self.place, self.depth = source, source.text, 0, 0
        if self.text.startswith("\ufeff"):
            self.place = 1

    def document(self) -> Node:
        found = self._value("the model")
        self._blank()
        if self.place < len(self.text):
            raise self._failure("something stands behind the end of the document")
        return found

    def _blank(self) -> None:
        match = _BLANK.match(self.text, self.place)
        assert match is not None
        self.place = match.end()

    def _failure(self, message: str, start: int | None = None) -> SpecError:
        place = min(self.place if start is None else start, max(len(self.text) - 1, 0))
        return SpecError([Diagnostic("E801", message, Span(self.source, place, place + 1), "it is no JSON then")])

    def _value(self, path: str) -> Node:
        self._blank()
        if self.depth >= DEEPEST:
            raise self._failure(f"lists and objects are nested more than {DEEPEST} deep")
        start = self.place
        sign = self.text[start : start + 1]
        if sign == "{":
            return self._object(path)
        if sign == "[":
            return self._list(path)
        if sign == '"':
            text = self._string()
            return Node(self.source, "text", start, self.place, text, path=path)
        for pattern, kind in ((_NUMBER, "number"), (_WORD, "truth")):
            match = pattern.match(self.text, start)
            if match is not None:
                self.place = match.end()
                return Node(
                    self.source, "nothing" if match[0] == "null" else kind, start, self.place, match[0], path=path
                )
        shown = f"`{sign}`" if sign else "the end of the text"
        raise self._failure(f"a value is missing before {shown}")

    def _string(self) -> str:
        match = _STRING.match(self.text, self.place)
        if match is None:
            raise self._failure("a text in quotes is broken, or does not end")
        self.place = match.end()
        return _ESCAPE.sub(_unescaped, match[1]) if "\\" in match[1] else match[1]

    def _object(self, path: str) -> Node:
        node = Node(self.source, "object", self.place, path=path)
        for _ in self._members(node, "}"):
            start = self.place
            if self.text[start : start + 1] != '"':
                raise self._failure("a name in quotes is missing in an object")
            key = self._string()
            if key in node.entries:
                raise self._failure(f"`{key}` stands twice in {path}", start)
            self._blank()
            if self.text[self.place : self.place + 1] != ":":
                raise self._failure(f"`:` is missing behind `{key}`")
            self.place += 1
            node.entries[key] = self._value(f"{path}.{key}" if path != "the model" else key)
        return node

    def _list(self, path: str) -> Node:
        node = Node(self.source, "list", self.place, path=path)
        for number in self._members(node, "]"):
            node.items.append(self._value(f"{path}[{number}]"))
        return node

    def _members(self, node: Node, end: str) -> Iterator[int]:
        """Yields where a member begins, until the end sign."""
        self.place += 1
        self.depth += 1
        number = 0
        self._blank()
        while self.text[self.place : self.place + 1] != end:
            yield number
            number += 1
            self._blank()
            sign = self.text[self.place : self.place + 1]
            if sign == ",":
                self.place += 1
                self._blank()
                if self.text[self.place : self.place + 1] == end:
                    raise self._failure(f"there is a comma too many before `{end}`")
            elif sign != end:
                shown = f"`{sign}`" if sign else "the end of the text"
                raise self._failure(f"`,` or `{end}` is missing before {shown}")
        self.place += 1
        self.depth -= 1
        node.end = self.place


def _unescaped(match: re.Match[str]) -> str:
    found = match[1]
    return chr(int(found[1:], 16)) if found[0] == "u" else _ESCAPED.get(found, found)
