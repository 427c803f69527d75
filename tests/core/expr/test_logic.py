"""The laws of conditions."""

from __future__ import annotations

import pytest

from oddsmith.expr.logic import conjuncts
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.expr.simplify import simplify


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("true and a", "a"),
        ("a and false", "false"),
        ("a or true", "true"),
        ("false or a", "a"),
        ("a and a", "a"),
        ("not not a", "a"),
        ("not x < 3", "x >= 3"),
        ("not x = 3", "x != 3"),
        ("not 1 < x < 3", "not 1 < x < 3"),
        ("false => a", "true"),
        ("true => a", "a"),
        ("a => false", "not a"),
        ("a => true", "true"),
        ("a => a", "true"),
        ("a <=> true", "a"),
        ("false <=> a", "not a"),
        ("a <=> a", "true"),
        ("1 < 2", "true"),
        ("1 < 2 < x", "2 < x"),
        ("x < 2 < 3", "x < 2"),
        ("x < 3 < 2", "false"),
        ("x < 2 < 3 < y", "x < 2 < 3 < y"),
        ("x = x", "true"),
        ("x < x", "false"),
        ("3 in {1, x, 5}", "3 in {x}"),
        ("3 in {1, x, 2..4}", "true"),
        ("3 in {1, 2}", "false"),
        ("x in 3..2", "false"),
        ("x in {}", "false"),
        ("x in ladder", "x in ladder"),
        ("if a then false else true", "not a"),
        ("any(i in 1..n: false)", "false"),
        ("all(i in 1..n: 1 = 1)", "true"),
    ],
)
def test_laws_of_conditions(text: str, simple: str) -> None:
    assert show(simplify(parse_text(text))) == simple


def test_the_conditions_that_and_joins() -> None:
    parts = conjuncts(parse_text("a and (b or c) and (d and not e)"))
    assert [show(part) for part in parts] == ["a", "b or c", "d", "not e"]
