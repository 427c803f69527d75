"""Tokens -> a place among them, with complaints about what stands there."""

from __future__ import annotations

from typing import ClassVar

from oddsmith.expr.hints import MISPLACED
from oddsmith.expr.lexer import KEYWORDS, Token, foreign_diagnostics, tokens
from oddsmith.expr.nodes import Expr
from oddsmith.source import Diagnostic, Span, SpecError


class Cursor:
    """A place in a list of tokens; every method but `peek` consumes what it returns."""

    code: ClassVar = "E301"
    """The code of complaints about syntax."""

    def __init__(self, span: Span) -> None:
        self.tokens = tuple(tokens(span))
        self.position = 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def advance(self) -> Token:
        token = self.peek()
        self.position += 1
        return token

    def accept(self, *texts: str) -> Token | None:
        """The next token if it is one of these signs or words."""
        return self.advance() if self.peek().is_one_of(*texts) else None

    def expect(self, text: str, purpose: str) -> Token:
        token = self.peek()
        if token.is_one_of(text):
            return self.advance()
        raise self.failure(
            token, f"`{text}` is missing {purpose}", fix=MISPLACED.get(token.text, f"write `{text}` here")
        )

    def name(self, purpose: str) -> Token:
        """A name, bare or in double quotes."""
        token = self.peek()
        if token.kind == "quoted" or (token.kind == "name" and token.text not in KEYWORDS):
            return self.advance()
        raise self.failure(token, f"a name is missing {purpose}", fix="names begin with a letter")

    def finish(self) -> None:
        """Complain unless everything has been read."""
        token = self.peek()
        if token.kind != "end":
            raise self.failure(token, f"{shown(token)} is not expected here", fix=_remedy(token))

    def since(self, start: Token | Expr) -> Span:
        """The stretch from a token or expression to the last consumed token."""
        first, last = start.span, self.tokens[max(self.position - 1, 0)].span
        assert first is not None
        return Span(first.source, first.start, max(first.end, last.end))

    def failure(self, token: Token, message: str, why: str = "", fix: str = "") -> SpecError:
        """The complaint about a token, to be raised."""
        return SpecError([Diagnostic(self.code, message, token.span, why, fix)])

    def refuse_foreign(self) -> None:
        """Complain about all signs of other languages at once."""
        if found := foreign_diagnostics(self.tokens):
            raise SpecError(found)


def shown(token: Token) -> str:
    """The token as a message names it."""
    return f"`{token.span.text}`" if token.kind != "end" else "the end"


def _remedy(token: Token) -> str:
    if token.text in MISPLACED and token.kind != "quoted":
        return MISPLACED[token.text]
    if token.kind in ("name", "number", "quoted") or token.is_one_of("("):
        return "an operator is missing before it: `*`, `and`, …"
    return "remove it"
