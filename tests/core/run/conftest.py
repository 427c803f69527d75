"""A small game on disk, and the tools to run it."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.testing.games import GAMBLER


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    path = tmp_path / "gambler.yaml"
    path.write_text(GAMBLER)
    return Plan(path)


@pytest.fixture
def tools() -> Tools:
    host = load()
    return Tools(host, registry(host), Context())
