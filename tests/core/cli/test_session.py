"""A session gives the terminal back, and asks plugins for their sections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddsmith.cli.progress import TerminalMonitor
from oddsmith.cli.session import opened, sections
from oddsmith.cli.settings import Settings
from oddsmith.hosting.manager import Host
from oddsmith.hosting.outcome import Section
from oddsmith.run.runner import run


def test_sections_of_plugins_reach_the_report(
    walk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[..., Any]
) -> None:
    with opened(Settings(quiet=True), tmp_path / walk) as (plan, tools):
        outcome = run(plan, tools).outcome
        monkeypatch.setattr(
            Host, "ask", lambda self, hook, **given: [(None, [Section("Title", given["outcome"].game)])]
        )
        assert sections(outcome, tools) == [Section("Title", "walk")]


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
