"""`pipeline plugins`: what is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Call = Callable[..., Any]


def test_offers_are_listed_with_their_origin(call: Call) -> None:
    listed = call("plugins", "--json").document["plugins"]
    exact = next(plugin for plugin in listed if plugin["name"] == "exact")
    assert exact["kind"] == "solver"
    assert exact["from"].startswith("oddsmith ")
    assert exact["about"]


def test_a_blocked_plugin_is_not_listed(call: Call) -> None:
    listed = call("plugins", "--json", "--without", "exact").document["plugins"]
    assert "exact" not in [plugin["name"] for plugin in listed]
