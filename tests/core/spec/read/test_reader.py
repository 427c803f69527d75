"""What all parts of a spec share: names, expressions, domains, keys."""

from __future__ import annotations

import pytest

from oddsmith.expr.nodes import Items, Name, Number, Range
from oddsmith.source import Source
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.keys import COMMAND
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Mapping, Node, Scalar


def node(text: str) -> Node:
    root = compose(Source("t", "x: " + text), Complaints())
    assert isinstance(root, Mapping)
    return root.entries[0].value


@pytest.fixture
def reader() -> Reader:
    return Reader(Complaints())


def found(reader: Reader) -> list[str]:
    return [d.code for d in reader.complaints.found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1..3", Range(Number(1), Number(3))),
        ("{1, 3}", Items((Number(1), Number(3)))),
        ("'{1, 3}'", Items((Number(1), Number(3)))),
        ("[1, N]", Items((Number(1), Name("N")))),
        ("[1, 5..6]", Items((Number(1), Range(Number(5), Number(6))))),
    ],
)
def test_domains_have_several_forms(reader: Reader, text: str, expected: Range | Items) -> None:
    assert reader.domain(node(text)) == expected
    assert not found(reader)


def test_a_mapping_with_values_is_no_domain(reader: Reader) -> None:
    assert reader.domain(node("{1: 2}")) is None
    assert found(reader) == ["E108"]


def test_names_are_plain_and_free(reader: Reader) -> None:
    assert reader.name(node("f_1"), "a variable") == "f_1"
    assert reader.name(node("max"), "a variable") is None
    assert reader.name(node("f-1"), "a variable") is None
    assert reader.name(node("[f]"), "a variable") is None
    assert found(reader) == ["E206", "E301", "E108"]


def test_unknown_keys_have_a_suggestion_and_missing_keys_an_explanation(reader: Reader) -> None:
    reader.fields(node("{wen: f > 1}"), COMMAND)
    unknown, missing = reader.complaints.found
    assert (unknown.code, unknown.fix) == ("E202", "did you mean `when`?")
    assert missing.code == "E203"
    assert "then" in missing.why


def test_heads_of_families(reader: Reader) -> None:
    key = node("win[p in 1..N, q in {1, 2}]")
    assert isinstance(key, Scalar)
    head = reader.head(key, "a label")
    assert head is not None
    name, family = head
    assert name == "win"
    assert [binder.name for binder in family] == ["p", "q"]
    assert family[1].domain == Items((Number(1), Number(2)))


def test_a_head_without_a_range_is_refused(reader: Reader) -> None:
    key = node("win[1]")
    assert isinstance(key, Scalar)
    assert reader.head(key, "a label") is None
    assert found(reader) == ["E301"]


def test_expressions_must_be_text(reader: Reader) -> None:
    assert reader.expression(node("-12")) == Number(-12)
    for text in ("{a: 1}", "[1]", ""):
        assert reader.expression(node(text)) is None
    assert found(reader) == ["E108"] * 3
