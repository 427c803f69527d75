"""A session gives the terminal back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddsmith.cli.progress import TerminalMonitor
from oddsmith.cli.session import opened
from oddsmith.cli.settings import Settings


def test_the_display_is_closed_whatever_happens(
    walk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[..., Any]
) -> None:
    shown = TerminalMonitor()
    monkeypatch.setattr("oddsmith.cli.progress.monitor", lambda quiet: shown)

    def fail() -> None:
        with opened(Settings(), tmp_path / walk) as (_, tools):
            assert tools.context.monitor is shown
            shown.display()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert shown._display is None
