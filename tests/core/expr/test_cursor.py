"""The cursor that the parsers of expressions and questions share."""

from __future__ import annotations

import pytest

from oddsmith.expr.cursor import Cursor
from oddsmith.source import Source, Span, SpecError


def cursor(text: str) -> Cursor:
    return Cursor(Span(Source("t", text), 0, len(text)))


def test_accept_takes_only_what_is_asked_for() -> None:
    at = cursor("P = ?")
    assert at.accept("<") is None
    assert [at.advance().text, at.accept("=", "<").text if at.peek() else "", at.advance().text] == ["P", "=", "?"]
    assert at.peek().kind == "end"


def test_a_quoted_word_is_never_a_keyword() -> None:
    at = cursor('"and" and')
    assert at.accept("and") is None
    assert at.name("here").text == "and"
    assert at.accept("and") is not None


def test_the_end_never_moves() -> None:
    at = cursor("")
    assert [at.advance().kind for _ in range(3)] == ["end"] * 3


def test_complaints_point_to_the_token() -> None:
    at = cursor("a then")
    at.advance()
    with pytest.raises(SpecError, match=r"t:1:3: error E301: a name is missing of the game"):
        at.name("of the game")
    with pytest.raises(SpecError, match=r"`\[` is missing before the path"):
        at.expect("[", "before the path")
    with pytest.raises(SpecError, match="`then` is not expected here"):
        at.finish()
