"""The located tree: nodes know what they are and what they hold."""

from __future__ import annotations

from oddsmith.source import Source, Span
from oddsmith.spec.tree import Entry, Mapping, Scalar, Sequence, kind, shorten

PLACE = Span(Source("x", "text"), 0, 4)


def test_a_mapping_finds_its_entries_by_key() -> None:
    entry = Entry(Scalar("f", PLACE), Scalar("1", PLACE))
    mapping = Mapping((entry,), PLACE)
    assert mapping.get("f") is entry
    assert mapping.get("g") is None
    assert list(mapping) == [entry]


def test_nodes_say_what_they_are() -> None:
    assert kind(Mapping((), PLACE)) == "a mapping (`key: value`)"
    assert kind(Sequence((), PLACE)) == "a list"
    assert kind(Scalar("", PLACE)) == "nothing"
    assert kind(Scalar("f + 1", PLACE)) == "the text `f + 1`"


def test_quoted_nothing_is_not_empty() -> None:
    assert Scalar("", PLACE).empty
    assert not Scalar("", PLACE, plain=False).empty


def test_long_text_is_cut_to_one_line() -> None:
    assert shorten("a\n  b") == "a b"
    assert shorten("x" * 50) == "x" * 39 + "…"
