"""YAML text -> located tree."""

from __future__ import annotations

import pytest
import yaml

from oddsmith.source import Source, SpecError
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import DEEPEST, MOST_ALIASED, compose
from oddsmith.spec.tree import Mapping, Node, Scalar, Sequence


def tree(text: str) -> tuple[Node | None, Complaints]:
    complaints = Complaints()
    return compose(Source("test.yaml", text), complaints), complaints


def value(text: str, key: str = "a") -> Node:
    root, complaints = tree(text)
    assert not complaints.found
    assert isinstance(root, Mapping)
    entry = root.get(key)
    assert entry is not None
    return entry.value


def scalar(text: str, key: str = "a") -> Scalar:
    node = value(text, key)
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize("written", ["on", "010", "1:30", "0x1F", "~", "yes", "1_000", "2001-01-01", ".5", "null"])
def test_nothing_is_resolved(written: str) -> None:
    assert scalar(f"a: {written}").text == written


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("a: f + 1", "f + 1"),
        ("a: 'f + 1'", "f + 1"),
        ('a: "f + 1"', "f + 1"),
        ("é: ü\na: f + 1  # comment", "f + 1"),
        ("a: &x f + 1", "f + 1"),
        ("a: >-\n  f\n  + 1\nb: 2", "f\n  + 1"),
        ("a: |\n  f + 1\n\n", "f + 1"),
        ("a: if f\n   then 1\n   else 2\nb: 3", "if f\n   then 1\n   else 2"),
        ("x: 1\r\na: f + 1\r\nb: 2\r\n", "f + 1"),
        ("{b: 2, a: f + 1}", "f + 1"),
    ],
)
def test_a_span_covers_the_text_inside_its_quotes(text: str, inside: str) -> None:
    assert scalar(text).span.text == inside


def test_escapes_keep_every_offset() -> None:
    text = "a: \"P=? [F \\\"won\\\"]\"\nb: 'it''s'\nc: f"
    found = scalar(text)
    assert found.text == 'P=? [F "won"]'
    assert found.span.text.replace(" ", "") == 'P=?[F"won"]'
    assert scalar(text, "c").span.place == "test.yaml:3:4"
    assert scalar(text, "b").text == "it's"


def test_flow_mappings_may_have_expressions_as_keys() -> None:
    node = value("a: {1 - p: {f: f - 1}, p: {f: f + 1}}")
    assert isinstance(node, Mapping)
    assert node.flow
    assert [entry.key.text for entry in node] == ["1 - p", "p"]


def test_an_empty_value_stands_behind_its_colon() -> None:
    node = scalar("a:\nb: 1")
    assert node.empty
    assert node.span.place == "test.yaml:1:3"


def test_aliases_stand_for_what_they_name() -> None:
    node = value("x: &all [1, 2]\na: [*all, *all]")
    assert isinstance(node, Sequence)
    assert [item for item in node if isinstance(item, Sequence) and len(item.items) == 2] == list(node)


def test_only_comments_are_nothing() -> None:
    assert tree("# nothing\n")[0] is None


def test_a_key_that_repeats_is_named_with_both_places() -> None:
    root, complaints = tree("a: 1\nb: 2\na: 3")
    (complaint,) = complaints.found
    assert complaint.code == "E104"
    assert complaint.span is not None
    assert complaint.span.place == "test.yaml:3:1"
    assert complaint.notes == ("first at test.yaml:1:1",)
    assert isinstance(root, Mapping)
    assert len(root.entries) == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: " + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "E105"),
        ("[" * 100_000, "E105"),
        ("a: &a [1, 1, 1]\nb: [" + "*a, " * MOST_ALIASED + "1]", "E105"),
        ("a: !!python/object:os.system 1", "E103"),
        ("a: !tag {b: 1}", "E103"),
        ("a: *unknown", "E103"),
        ("a: &a [*a]", "E103"),
        ("a: 1\n---\nb: 2", "E103"),
    ],
)
def test_what_is_refused(text: str, code: str) -> None:
    with pytest.raises(SpecError) as error:
        tree(text)
    assert [d.code for d in error.value.diagnostics] == [code]


@pytest.mark.parametrize("text", ["? {x: 1}\n: 2", "? [x]\n: 2", "<<: {x: 1}"])
def test_keys_must_be_plain(text: str) -> None:
    assert [d.code for d in tree(text)[1].found] == ["E108"]


def test_both_parsers_of_yaml_give_one_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "é: 1\na: {b: [f, 'i'], c: x y}\nd: |\n  e\n"
    quick = tree(text)[0]
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert tree(text)[0] == quick
