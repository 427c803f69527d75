"""`pipeline options`: the options of a plugin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Call = Callable[..., Any]


def test_an_unknown_plugin_is_answered_with_the_nearest(call: Call) -> None:
    called = call("options", "exakt")
    assert called.code == 2
    assert "did you mean exact" in called.err


def test_a_plugin_without_options_says_so(call: Call) -> None:
    assert "solver acyclic: " in call("options", "acyclic").out
