"""Names, expressions and lists -> lines of a spec as a person would write them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from oddsmith.plugin import Origins, Span

WIDTH: Final = 110
"""Longer lines are broken where that is possible."""
LONGEST_KEY: Final = 100
"""YAML takes 1,024 characters before a colon; people take fewer."""

_SPECIAL: Final = re.compile(r"""^[\[\]{}"'*&!%@|>`#,?:]|^- |: |:$|\s#|^$|^\s|\s$|^[-?]$""")
_FLOW: Final = re.compile(r"[\[\]{},]")

Pairs = Sequence[tuple[str, str]]


def scalar(text: str, flow: bool = False) -> str:
    """The text, in quotes where YAML wants them; `flow`: inside of braces or brackets."""
    if _SPECIAL.search(text) or (flow and _FLOW.search(text)):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def braces(pairs: Pairs) -> str:
    """`{a: 1, b: 2}`; values that are themselves in braces or brackets are given ready."""
    return "{" + ", ".join(f"{scalar(key, True)}: {value}" for key, value in pairs) + "}"


def flowing(pairs: Pairs) -> str:
    """`{a: 1, b: x + 1}` of plain texts."""
    return braces([(key, scalar(value, True)) for key, value in pairs])


@dataclass
class SpecText:
    """Lines that grow."""

    lines: list[str] = field(default_factory=list)
    marks: list[tuple[int, Span]] = field(default_factory=list)
    """(number of a line, from where it and the following ones were translated)."""

    def mark(self, span: Span | None) -> None:
        """What is written from here on comes from this place."""
        if span is not None:
            self.marks.append((len(self.lines), span))

    def insert(self, place: int, lines: list[str]) -> None:
        """More lines at an earlier place."""
        self.lines[place:place] = lines
        self.marks = [(line + len(lines) if line >= place else line, span) for line, span in self.marks]

    def remove(self, place: int) -> None:
        """One line less."""
        del self.lines[place]
        self.marks = [(line - 1 if line > place else line, span) for line, span in self.marks]

    def origins(self) -> Origins:
        """Where the lines come from; the first is number 1, and of several marks at a line the last counts."""
        return tuple((line + 1, span) for line, span in dict(self.marks).items())

    def add(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def comment(self, depth: int, comments: Iterable[str]) -> None:
        for line in comments:
            self.add(depth, f"# {' '.join(line.split())}")

    def entry(self, depth: int, key: str, value: str, lead: str = "", ready: bool = False) -> None:
        """`key: expression`, over several lines if it is long. `lead` is `- ` for the first key of an item.

        A value that is `ready` has its quotes and braces.
        """
        begun = "  " * depth + lead + scalar(key) + ": "
        text = value if ready else scalar(value)
        if len(begun) + len(text) <= WIDTH or " " not in text:
            self.lines.append(begun + text)
            return
        inner = "  " * (depth + 2)
        pieces = textwrap.wrap(
            text, WIDTH - len(inner), break_long_words=False, break_on_hyphens=False, initial_indent=""
        )
        self.lines.append(begun + pieces[0] if len(begun) + len(pieces[0]) <= WIDTH else begun.rstrip())
        rest = pieces[1:] if len(begun) + len(pieces[0]) <= WIDTH else pieces
        self.lines += [inner + piece for piece in rest]

    def described(self, depth: int, key: str, value: str, comments: Sequence[str], ready: bool = False) -> None:
        """An entry with its comment: behind it if there is one and room for it, else before it."""
        place = len(self.lines)
        self.entry(depth, key, value, ready=ready)
        line = self.lines[-1]
        if len(comments) == 1 and len(self.lines) == place + 1 and len(line) + len(comments[0]) + 5 <= WIDTH:
            self.lines[-1] = f"{line:<24}  # {comments[0]}"
            return
        before = SpecText()
        before.comment(depth, comments)
        self.lines[place:place] = before.lines

    def mapping(self, depth: int, key: str, pairs: Pairs, lead: str = "") -> None:
        """`key: {a: 1, b: 2}`, or one entry per line if that is long."""
        short = f"{lead}{scalar(key)}: {flowing(pairs)}"
        if 2 * depth + len(short) <= WIDTH:
            self.add(depth, short)
            return
        self.add(depth, f"{lead}{scalar(key)}:")
        for name, value in pairs:
            self.entry(depth + 1 + len(lead) // 2, name, value)

    def section(
        self,
        key: str,
        pairs: Pairs,
        comments: Mapping[str, tuple[str, ...]] | None = None,
        spans: Mapping[str, Span] | None = None,
    ) -> None:
        """A top-level mapping, in braces if it is short and nothing is said about its entries."""
        said, places = comments or {}, spans or {}
        if not pairs:
            return
        self.mark(places.get(pairs[0][0]))
        if len(pairs) <= 6 and not any(said.get(name) for name, _ in pairs) and all(value for _, value in pairs):
            short = f"{key}: {flowing(pairs)}"
            if len(short) <= 80 and not _FLOW.search("".join(value for _, value in pairs)):
                self.add(0, short)
                return
        self.add(0, f"{key}:")
        for name, value in pairs:
            self.mark(places.get(name))
            if value:
                self.described(1, name, value, said.get(name, ()))
            else:
                self.comment(1, said.get(name, ()))
                self.lines.append(f"  {name + ':':<22}  # to be set: --set {name}=…")

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"
