"""What names mean outside of modules and inside of each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.spec.check.scopes import outside_names
from oddsmith.spec.game import Game

Codes = Callable[..., list[str]]
SPEC = """
variables: {g: 0..3}
modules:
  coin:
    parameters: {n: 1}
    variables: {v: {range: 0..9, init: n}, many: {array: 1..2, range: 0..9}}
    commands:
      - {action: toss, when: v < 9 and g = 0, then: {v: v + n, g: 1}}
  free: {variables: {w: bool}}
instances:
  left: {module: coin, rename: {v: x}}
  row: {module: coin, for: {n: 1..3}}
"""


def test_variables_of_instances_have_full_names(read: Callable[..., Game]) -> None:
    axes = {name: axes for name, (_, axes) in outside_names(read(SPEC)).items()}
    assert axes == {"g": 0, "w": 0, "x": 0, "left.many": 1, "row.v": 1, "row.many": 2}


@pytest.mark.parametrize("condition", ["x = 1", "left.many[1] = 2", "row.v[2] = 3", "row.many[1, 2] = 3", "w"])
def test_outside_the_full_names_count(codes: Codes, condition: str) -> None:
    assert codes(SPEC + f"labels:\n  a: {condition}") == []


@pytest.mark.parametrize(
    ("condition", "code"),
    [("v = 1", "E201"), ("left.v = 1", "E201"), ("row.v = 3", "E302"), ("row.many[1] = 3", "E303"), ("n = 1", "E201")],
)
def test_outside_the_inner_names_mean_nothing(codes: Codes, condition: str, code: str) -> None:
    assert codes(SPEC + f"labels:\n  a: {condition}") == [code]


def test_tables_have_the_type_of_their_entries(codes: Codes) -> None:
    text = "tables: {t: [true, false], u: [1, 1/2]}\nvariables: {f: 1..2, v: bool}\ncommands:\n  - then:\n      "
    assert codes(text + "v: t[f]") == []
    assert codes(text + "f: u[f]") == ["E302"]
