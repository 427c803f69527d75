"""Names are replaced, never captured."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from oddsmith.expr.nodes import Expr, Name, Number
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.expr.substitute import called_functions, free_names, fresh, substitute, transform, walk


def replaced(text: str, replacements: Mapping[str, str]) -> str:
    return show(substitute(parse_text(text), {name: parse_text(new) for name, new in replacements.items()}))


@pytest.mark.parametrize(
    ("text", "replacements", "expected"),
    [
        ("x + y", {"x": "y", "y": "x"}, "y + x"),
        ("x * 2", {"x": "a + b"}, "(a + b) * 2"),
        ("if x then f(x) else pos[x]", {"x": "1"}, "if 1 then f(1) else pos[1]"),
        ("x in {x, 1..x}", {"x": "y"}, "y in {y, 1..y}"),
        ("sum(i in 1..n: i * n)", {"n": "3", "i": "7"}, "sum(i in 1..3: i * 3)"),
        ("sum(i in 1..n: i * n)", {"n": "i"}, "sum(i_1 in 1..i: i_1 * i)"),
        ("sum(i in 1..i: i)", {"i": "5"}, "sum(i in 1..5: i)"),
        ("sum(i in 1..2, j in i..n: i + j)", {"n": "j + i"}, "sum(i_1 in 1..2, j_1 in i_1..j + i: i_1 + j_1)"),
        ("v[i]", {"v": "w"}, "w[i]"),
        ("v[i]", {"v": "w[2]"}, "w[2, i]"),
        ("v", {"v": "w[2]"}, "w[2]"),
        ("x in t", {"t": "u"}, "x in u"),
        ("x in t", {"t": "5"}, "x in t"),
        ("0 < x <= y", {"y": "x"}, "0 < x <= x"),
    ],
)
def test_substitution(text: str, replacements: Mapping[str, str], expected: str) -> None:
    assert replaced(text, replacements) == expected


def test_free_names_are_what_is_read_from_outside() -> None:
    expr = parse_text("sum(i in 1..n, j in i..m: i * j + x + pos[k]) + i + f(y) + (z in t)")
    assert free_names(expr) == {"n", "m", "x", "pos", "k", "i", "y", "z", "t"}


def test_called_functions_are_found_inside_others() -> None:
    assert called_functions(parse_text("f(g(1)) + min(h(2), 3)")) == {"f", "g", "min", "h"}


def test_walking_goes_from_the_outside_in_and_left_to_right() -> None:
    names = [node.name for node in walk(parse_text("a + f(b, c[d]) * e")) if isinstance(node, Name)]
    assert names == ["a", "b", "d", "e"]


def test_transformation_works_from_the_inside_out() -> None:
    def double(expr: Expr) -> Expr:
        return Number(expr.value * 2) if isinstance(expr, Number) else expr

    assert show(transform(parse_text("pos[1] + sum(i in {2, 3..4}: 5 * i)"), double)) == (
        "pos[2] + sum(i in {4, 6..8}: 10 * i)"
    )


def test_what_does_not_change_is_not_copied() -> None:
    expr = parse_text("if a < b[c] and d in {1, 2..e} then min(f, -g) else h in ladder")
    assert substitute(expr, {"z": Number(1)}) is expr


def test_fresh_names_are_not_taken() -> None:
    assert fresh("i", frozenset({"i_1", "i_2"})) == "i_3"
