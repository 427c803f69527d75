"""The manifest tells spec, plugins, machine and cost, and changes with the spec."""

from __future__ import annotations

import json

from oddsmith.run.manifest import digest, manifest
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools, run


def test_it_says_what_a_repetition_needs(plan: Plan, tools: Tools) -> None:
    finished = run(plan, tools)
    found = manifest(plan, finished.outcome, finished.game.texts, tools.host, tools.context)
    assert json.loads(json.dumps(found)) == found
    assert set(found["plugins"]) == {origin.plugin for origin in tools.host.origins}
    assert found["machine"]["cores"] >= 1
    assert found["kernel"] == "reference"
    assert found["limits"] == {"memory": None, "seconds": None, "states": None}
    (name,) = found["files"]
    assert found["files"][name] == digest(finished.game.texts[0][1])


def test_another_spec_has_another_hash(plan: Plan, tools: Tools) -> None:
    finished = run(plan, tools)
    one = manifest(plan, finished.outcome, [("a", "x")], tools.host, tools.context)
    other = manifest(plan, finished.outcome, [("a", "y")], tools.host, tools.context)
    assert one["spec_hash"] != other["spec_hash"]
