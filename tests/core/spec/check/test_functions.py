"""Functions get their types from their bodies, and must be able to end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.spec.check.functions import certain_calls
from oddsmith.spec.game import Game

Codes = Callable[..., list[str]]


def test_types_are_inferred(read: Callable[..., Game]) -> None:
    game = read(
        """
        variables: {phase: [bet, roll], pos: {array: 1..3, range: 0..9}}
        functions:
          at(i): pos[i]
          free(i, on): on and at(i) = 0
          half(x): x / 2
          betting(q): q = bet
        """
    )
    types = {f.name: ([t.kind for t in f.argument_types], f.result.kind) for f in game.functions}
    assert types["at"] == (["int"], "int")
    assert types["free"] == (["int", "bool"], "bool")
    assert types["half"][1] == "number"
    assert types["betting"] == (["enum"], "bool")


@pytest.mark.parametrize(
    "bodies",
    [
        {"g(x)": "g(x + 1)"},
        {"g(x)": "1 + h(x)", "h(x)": "g(x)"},
        {"g(x)": "if g(x) = 1 then 1 else 2"},
        {"g(x)": "max(1, g(x - 1))"},
    ],
)
def test_calls_without_end_are_refused(codes: Codes, bodies: dict[str, str]) -> None:
    text = "functions:\n" + "\n".join(f"  {head}: {body}" for head, body in bodies.items())
    assert codes(text) == ["E205"]


@pytest.mark.parametrize("body", ["if x = 0 then 0 else g(x - 1)", "x = 0 or g(x - 1)", "x > 0 and g(x - 1)"])
def test_calls_that_may_end_are_fine(codes: Codes, body: str) -> None:
    assert codes(f"functions:\n  g(x): {body}") == []


def test_certain_calls() -> None:
    assert set(certain_calls(parse_text("if a(1) then b(2) else c(d(3))"))) == {"a"}
    assert set(certain_calls(parse_text("a(1) + b(c(2)) and d(3)"))) == {"a", "b", "c"}
    assert set(certain_calls(parse_text("sum(i in 1..a(2): b(i))"))) == {"a"}


@pytest.mark.parametrize(
    ("body", "code"), [("y", "E201"), ("x + true", "E302"), ("abs(1, 2)", "E303"), ("next(x)", "E307")]
)
def test_mistakes_in_bodies(codes: Codes, body: str, code: str) -> None:
    assert codes(f"functions:\n  g(x): {body}") == [code]
