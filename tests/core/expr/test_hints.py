"""Habits of other languages are answered with ours."""

from __future__ import annotations

import pytest

from oddsmith.expr.hints import foreign
from oddsmith.expr.parse import parse_text
from oddsmith.source import Source, Span, SpecError


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("a & b", "`and`"),
        ("a && b", "`and`"),
        ("a | b", "`or`"),
        ("a || b", "`or`"),
        ("!a", "`not`"),
        ("a ? b : c", "if condition then value else other"),
        ("a ** 2", "`^`"),
        ("a <> b", "`!=`"),
        ("a := 1", "`variable: value`"),
        ("a' = 1", "next(variable)"),
        ("a AND b", "`and`"),
        ("7 mod 2", "mod(a, b)"),
        ("7 div 2", "`a // b`"),
        ("a -> b", "`=>`"),
        ("a =< b", "`<=`"),
        ("a ≤ b", "`<=`"),
        ("1..6", "x in 1..6"),
        ("1..", "x in 1..6"),
        ("5.", "two dots"),
        ("x << 2", "power of 2"),
        ("2x", "`*`"),
        ("a b", "operator is missing"),
        ("(1 + 2", "`)`"),
        ("1 + 2)", "remove this parenthesis"),
        ("{1, 2}", "behind `in`"),
        ("if a then b", "`else`"),
        ('"won', "quotes"),
    ],
)
def test_the_remedy_is_named(text: str, fix: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_text(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E301"
    assert fix in diagnostic.fix


def test_all_foreign_signs_are_reported_at_once() -> None:
    with pytest.raises(SpecError) as caught:
        parse_text("a & b | !c")
    assert [d.span.start for d in caught.value.diagnostics if d.span] == [2, 6, 8]


def test_an_unknown_sign_is_to_be_removed() -> None:
    assert foreign("§", Span(Source("t", "§"), 0, 1)).fix == "remove it"
