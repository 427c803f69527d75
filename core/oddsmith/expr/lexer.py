"""A stretch of text -> tokens with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from oddsmith.expr.hints import foreign
from oddsmith.source import Diagnostic, Span, SpecError

KEYWORDS: Final = frozenset({"and", "or", "not", "in", "if", "then", "else", "true", "false"})
NOT_NUMBERS: Final = frozenset({"nan", "inf", "infinity"})
MOST_DIGITS: Final = 1000
LARGEST_EXPONENT: Final = 400

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<number>(?:[0-9]+(?:_[0-9]+)*(?:\.[0-9]+(?:_[0-9]+)*)?|\.[0-9]+(?:_[0-9]+)*)(?:[eE][+-]?[0-9]+)?)(?P<tail>\w*)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)(?!\w)
  | \\?"(?P<quoted>[^"\\]+)\\?"
  | (?P<foreign>&&|\|\||\*\*|<>|:=|->|=<|\w+|[&|!~'](?!=)|\.(?!\.))
  | (?P<sign><=>|=>|<=|>=|!=|==|<<|>>|//|\.\.|[-+*/%^=<>()\[\]{},:?])
  | (?P<other>.)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Token:
    """`kind` is one of name, quoted, number, sign, foreign, end; `text` of a quoted name is without the quotes."""

    kind: str
    text: str
    span: Span

    def is_one_of(self, *texts: str) -> bool:
        """Whether this is one of these signs or keywords."""
        return self.kind in ("sign", "name") and self.text in texts


def tokens(span: Span) -> Iterator[Token]:
    """All tokens of the stretch, then one of kind `end`."""
    text, position = span.source.text, span.start
    while position < span.end:
        match = _TOKEN.match(text, position, span.end)
        assert match is not None  # the last alternatives take any character
        position = match.end()
        kind = match.lastgroup or "other"
        place = Span(span.source, match.start(), match.end())
        if kind == "tail":
            yield Token("foreign" if match["tail"] else "number", match[0], place)
        elif kind in ("foreign", "other"):
            yield Token("foreign", match[0], place)
        elif kind != "space":
            yield Token(kind, match[kind], place)
    yield Token("end", "", Span(span.source, span.end, span.end))


def number(token: Token) -> int | Fraction:
    """The exact value of a number as written: `0.6` is 3/5."""
    mantissa, _, exponent = token.text.replace("_", "").lower().partition("e")
    if len(mantissa) > MOST_DIGITS:
        raise SpecError([_too_long(token, f"it has {len(mantissa)} digits, at most {MOST_DIGITS} are read")])
    if len(exponent) > 10 or abs(int(exponent or 0)) > LARGEST_EXPONENT:
        raise SpecError([_too_long(token, f"exponents reach from -{LARGEST_EXPONENT} to {LARGEST_EXPONENT}")])
    value = Fraction(mantissa) * Fraction(10) ** int(exponent or 0)
    return value.numerator if value.denominator == 1 else value


def _too_long(token: Token, why: str) -> Diagnostic:
    return Diagnostic("E301", "this number is too long", token.span, why, "use a smaller number")


def foreign_diagnostics(found: Iterator[Token] | tuple[Token, ...]) -> list[Diagnostic]:
    """One complaint for each token that belongs to another language."""
    return [foreign(token.text, token.span) for token in found if token.kind == "foreign"]
