"""Boards of small games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load as load_plugins
from oddsmith.hosting.registry import registry
from oddsmith.run.play.board import Board
from oddsmith.run.runner import Tools
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower

MakeBoard = Callable[..., Board]


@pytest.fixture
def tools() -> Tools:
    host = load_plugins()
    return Tools(host, registry(host), Context())


@pytest.fixture
def board(tmp_path: Path, tools: Tools) -> MakeBoard:
    def make(text: str | Path, viewer: str | None = None) -> Board:
        path = text if isinstance(text, Path) else tmp_path / "game.yaml"
        if isinstance(text, str):
            path.write_text(text, encoding="utf-8")
        process = lower(load(path, {}))
        exact = next(target for target in tools.registry.all_of("kernel") if target.numbers == "exact")
        conditions = tuple(label.condition for label in process.labels)
        return Board(process, exact.build(process, conditions, tools.context), viewer)

    return make
