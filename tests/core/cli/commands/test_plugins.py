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


def test_all_that_is_known_of_a_plugin_is_told(call: Call) -> None:
    text = call("plugins", "--verbose").out
    assert "solver-acyclic  (oddsmith " in text
    assert ", oddsmith_plugins.solvers.acyclic)\n    solver acyclic: One backward sweep" in text
    assert "        requires: ACYCLIC, STORED, UNBOUNDED\n        promises: BOUNDS, STRATEGY\n" in text
    assert (
        "        option confidence: With which probability each interval contains the true value. (default 0.99)"
        in text
    )
    assert "choice-solver" in text
    assert "    hooks: oddsmith_choose_solver\n" in text


def test_and_for_programs(call: Call) -> None:
    plugins = {plugin["plugin"]: plugin for plugin in call("plugins", "--verbose", "--json").document["plugins"]}
    exact = plugins["solver-exact"]
    assert exact["distribution"] == "oddsmith"
    assert exact["hooks"] == ["oddsmith_solvers"]
    assert "EXACT_WEIGHTS" in exact["offers"][0]["facts"]["requires"]
    assert plugins["exporter-prism"]["offers"][0]["facts"]["suffixes"][0] == ".prism"
