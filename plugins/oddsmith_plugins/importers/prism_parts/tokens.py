"""The text of a PRISM file -> tokens with their places, and the comments before each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from oddsmith.plugin import Diagnostic, Source, Span

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n]*)
  | (?P<number>(?:[0-9]+\.(?!\.)[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | "(?P<quoted>[^"\n]*)"
  | (?P<sign><=>|=>|<=|>=|!=|->|<-|\.\.|\|\|\||\|\||<<|>>|[-+*/=<>()\[\]{},:;?'&|!])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """`kind` is name, number, quoted, sign, other or end; the text of a quoted name is without its quotes."""

    kind: str
    text: str
    start: int
    end: int

    def is_sign(self, *texts: str) -> bool:
        return self.kind == "sign" and self.text in texts

    def is_word(self, *texts: str) -> bool:
        return self.kind == "name" and self.text in texts


@dataclass
class Comments:
    """What the author said, and which token comes next."""

    before: dict[int, list[str]] = field(default_factory=dict)
    """Number of a token -> comments that stand on lines of their own before it."""
    behind: dict[int, str] = field(default_factory=dict)
    """Number of a token -> the comment that stands behind it on its line."""


@dataclass(frozen=True)
class Text:
    """A file, cut into tokens; the last ones are of kind `end`, as many as anybody looks ahead."""

    source: Source
    tokens: list[Token]
    comments: Comments

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, max(token.end, token.start))


def cut(
    source: Source, tokens: re.Pattern[str] = _TOKEN, language: str = "the PRISM language"
) -> tuple[Text, list[Diagnostic]]:
    """All tokens, and a complaint for every character that belongs to none.

    `tokens` has the groups space, comment and other, and one for each kind of token.
    """
    found: list[Token] = []
    comments = Comments()
    strange: list[Diagnostic] = []
    fresh_line = True
    for match in tokens.finditer(source.text):
        kind = match.lastgroup or "other"
        if kind == "space":
            fresh_line = fresh_line or "\n" in match[0]
        elif kind == "comment":
            _note(comments, found, match[0], fresh_line)
        elif kind == "other":
            message = f"`{match[0]}` does not belong to {language}"
            strange.append(Diagnostic("E801", message, Span(source, match.start(), match.end())))
        else:
            found.append(Token(kind, match[kind], match.start(), match.end()))
            fresh_line = False
    size = len(source.text)
    found += [Token("end", "", size, size)] * 4
    return Text(source, found, comments), strange[:20]


def _note(comments: Comments, found: list[Token], text: str, fresh_line: bool) -> None:
    words = text.lstrip("/%-").strip()
    if not any(letter.isalnum() for letter in words):
        return
    if fresh_line or not found:
        comments.before.setdefault(len(found), []).append(words)
    else:
        comments.behind[len(found) - 1] = words
