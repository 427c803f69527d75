"""Text becomes tokens; numbers are exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.lexer import number, tokens
from oddsmith.source import Source, Span, SpecError


def read(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(Span(Source("t", text), 0, len(text)))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.6", Fraction(3, 5)),
        (".25", Fraction(1, 4)),
        ("1e-3", Fraction(1, 1000)),
        ("2.5e1", 25),
        ("1_000", 1000),
        ("007", 7),
        ("3.0", 3),
    ],
)
def test_numbers_are_exact(text: str, value: int | Fraction) -> None:
    (token, _) = tokens(Span(Source("t", text), 0, len(text)))
    assert number(token) == value
    assert type(number(token)) is type(value)


@pytest.mark.parametrize("text", ["1e401", "1e-401", "1e99999999999999", "7" * 1001])
def test_absurd_numbers_are_refused_at_once(text: str) -> None:
    (token, _) = tokens(Span(Source("t", text), 0, len(text)))
    with pytest.raises(SpecError, match="E301: this number is too long"):
        number(token)


def test_dots_tell_ranges_points_and_parts_of_names_apart() -> None:
    assert read("1..6") == [("number", "1"), ("sign", ".."), ("number", "6"), ("end", "")]
    assert read("a..die.v") == [("name", "a"), ("sign", ".."), ("name", "die.v"), ("end", "")]
    assert read("1.5..2")[0] == ("number", "1.5")


def test_the_longest_sign_wins() -> None:
    signs = [text for kind, text in read("a<=>b<=c=>d//e!=f") if kind == "sign"]
    assert signs == ["<=>", "<=", "=>", "//", "!="]


def test_names_in_quotes_lose_them_also_when_yaml_escaped_them() -> None:
    assert read('"won"')[0] == ("quoted", "won")
    assert read('\\"won\\"')[0] == ("quoted", "won")


@pytest.mark.parametrize(
    "text", ["&", "&&", "|", "||", "!", "**", "<>", ":=", "'", "2x", "1e", "naïve", "§", "->", "="]
)
def test_signs_of_other_languages_are_foreign(text: str) -> None:
    kind = read(text)[0][0]
    assert kind == ("sign" if text == "=" else "foreign")


def test_tokens_know_their_place() -> None:
    source = Source("spec.yaml", "when: f < 10\n")
    places = [token.span.text for token in tokens(Span(source, 6, 12))]
    assert places == ["f", "<", "10", ""]
