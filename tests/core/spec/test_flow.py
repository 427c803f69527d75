"""Values that YAML cut at a comma inside parentheses are put together again."""

from __future__ import annotations

from oddsmith.source import Source
from oddsmith.spec.complaints import Complaints
from oddsmith.spec.compose import compose
from oddsmith.spec.tree import Mapping, Scalar, Sequence


def flow(text: str) -> list[tuple[str, str]] | list[str]:
    root = compose(Source("test.yaml", text), Complaints())
    if isinstance(root, Sequence):
        return [item.span.text for item in root]
    assert isinstance(root, Mapping)
    return [(entry.key.text, entry.value.span.text) for entry in root]


def test_arguments_in_braces_are_one_value() -> None:
    assert flow("{f: min(a, b), g: max(c, min(d, b), 2)}") == [("f", "min(a, b)"), ("g", "max(c, min(d, b), 2)")]


def test_arguments_in_brackets_are_one_item() -> None:
    assert flow("[min(a, b), 3, gcd(1, 2, 3)]") == ["min(a, b)", "3", "gcd(1, 2, 3)"]


def test_parentheses_that_never_match_are_left_alone() -> None:
    assert flow("{f: min(a, b: 2}") == [("f", "min(a"), ("b", "2")]
    assert flow("[(a, b]") == ["(a", "b"]


def test_quoted_pieces_are_never_joined() -> None:
    assert flow('["(a", b)]') == ["(a", "b)"]


def test_the_joined_text_is_on_one_line() -> None:
    root = compose(Source("test.yaml", "[min(a,\n  b)]"), Complaints())
    assert isinstance(root, Sequence)
    (item,) = root
    assert isinstance(item, Scalar)
    assert item.text == "min(a, b)"


def test_many_open_parentheses_take_no_time() -> None:
    assert len(flow("[" + "(, " * 20_000 + "1]")) == 20_001
