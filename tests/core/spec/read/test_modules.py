"""Modules and their instances."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.expr.nodes import Number
from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
SPEC = """
modules:
  coin:
    parameters: {n: 1, m: }
    variables: {v: bool}
    commands:
      - {action: toss, then: {v: true}}
instances:
"""


def test_modules_have_parts_of_their_own(read: Read) -> None:
    game = read(SPEC + "  left: {module: coin, parameters: {m: 2}, rename: {toss: flip, v: w}}")
    (module,) = game.modules
    assert module.parameters == (("n", Number(1)), ("m", None))
    assert [v.name for v in module.variables] == ["v"]
    assert len(module.commands) == 1
    (instance,) = game.instances
    assert (instance.name, instance.module) == ("left", "coin")
    assert instance.parameters == (("m", Number(2)),)
    assert instance.rename == (("toss", "flip"), ("v", "w"))


def test_short_forms(read: Read) -> None:
    text = "modules:\n  coin:\n    parameters: [n]\n    variables: {v: bool}\ninstances:\n"
    assert read(text + "  coin: {for: {n: 1..3}}").instances[0].module == "coin"
    plain = "modules:\n  coin:\n    variables: {v: bool}\ninstances:\n"
    assert [i.module for i in read(plain + "  left: coin\n  coin:\n").instances] == ["coin", "coin"]


def test_what_is_refused(codes: Codes) -> None:
    assert codes(SPEC + "  left: {module: coin, parameters: {m: 2, k: 3}}") == ["E201"]
    assert codes(SPEC + "  left: {module: coin}") == ["E203"]
    assert codes(SPEC + "  left: {module: coin, parameters: {m: 2}, rename: {tos: flip}}") == ["E404"]
    assert codes("modules: {coin: {vars: {}}}") == ["E202"]
