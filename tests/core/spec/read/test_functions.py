"""Heads and bodies of functions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]


def test_functions_have_arguments_or_none(read: Read) -> None:
    game = read("functions:\n  land(n, r): n + r\n  total(): land(1, 2)")
    assert [(f.name, f.arguments) for f in game.functions] == [("land", ("n", "r")), ("total", ())]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("g", "E301"),
        ("g(1)", "E301"),
        ("g(x + 1)", "E301"),
        ("max(x)", "E206"),
        ("g(if)", "E301"),
        ("g(x, x)", "E204"),
        ("g(x", "E301"),
    ],
)
def test_heads_that_are_refused(codes: Codes, head: str, code: str) -> None:
    assert codes(f"functions:\n  {head}: 1") == [code]


def test_a_broken_function_causes_one_complaint(codes: Codes) -> None:
    assert codes("functions:\n  g(x): x +\n  h(x): g(x)\nvariables: {f: 0..3}\nlabels: {a: h(f) = 1}") == ["E301"]
