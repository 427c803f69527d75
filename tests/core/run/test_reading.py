"""Values of YAML files are read; what does not fit becomes a complaint with its place."""

from __future__ import annotations

from pathlib import Path

from oddsmith.run.quantities import duration
from oddsmith.run.reading import Reader
from oddsmith.source import Source
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.tree import Mapping, Node


def reader() -> Reader:
    return Reader(Complaints(), Path("a.yaml"))


def node(text: str) -> Node:
    tree = compose(Source("a.yaml", f"key: {text}\n"), Complaints())
    assert isinstance(tree, Mapping)
    return tree.entries[0].value


def test_one_text_is_a_list_of_one() -> None:
    assert reader().texts(node("[a, b]")) == ("a", "b")
    assert reader().texts(node("a")) == ("a",)


def test_quantities_are_read_or_complained_about() -> None:
    one = reader()
    assert one.read(node("5m"), duration) == 300.0
    assert one.read(node("soon"), duration) is None
    assert [complaint.code for complaint in one.complaints.found] == ["E302"]


def test_unknown_keys_are_complained_about() -> None:
    one = reader()
    assert list(one.known(node("{time: 1, tme: 2}"), ("time",), "a target")) == ["time"]
    assert one.complaints.found[0].message == "a target has no key `tme`"


def test_a_list_is_no_mapping() -> None:
    one = reader()
    assert one.pairs(node("[a]")) == []
    assert one.complaints.found[0].code == "E108"
