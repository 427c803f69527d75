"""Expressions compare by meaning, not by place."""

from __future__ import annotations

from oddsmith.expr.nodes import Name, Number
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show


def test_places_do_not_count() -> None:
    first, second = parse_text("a+1"), parse_text("a  +  1", "elsewhere")
    assert first == second
    assert hash(first) == hash(second)
    assert first != parse_text("1+a")


def test_children_come_from_left_to_right() -> None:
    children = {text: [show(child) for child in parse_text(text).children()] for text in ("a < b <= c", "f(x, y[1])")}
    assert children == {"a < b <= c": ["a", "b", "c"], "f(x, y[1])": ["x", "y[1]"]}
    assert list(Name("a").children()) == list(Number(1).children()) == []
