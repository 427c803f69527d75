"""Progress: silence for short work, a line now and then for long work."""

from __future__ import annotations

import io
import sys

import pytest

from oddsmith.cli.progress import Pace, PlainMonitor, PlainTask, TerminalMonitor, monitor
from oddsmith.context import Silent


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_short_work_is_not_mentioned(clock: Clock) -> None:
    lines: list[str] = []
    task = PlainTask(Pace("explore", "states", None, clock), lines.append)
    clock.now = 0.9
    task.advance(1000)
    task.finish()
    assert lines == []


def test_long_work_is_mentioned_every_few_seconds(clock: Clock) -> None:
    lines: list[str] = []
    task = PlainTask(Pace("explore", "states", None, clock), lines.append)
    for second in range(1, 9):
        clock.now = float(second)
        task.advance(1000 * second)
    assert lines == [
        "explore: 1,000 states (1,000/s), 1 s",
        "explore: 4,000 states (1,000/s), 4 s",
        "explore: 7,000 states (1,000/s), 7 s",
    ]


def test_a_known_total_gives_the_remaining_time(clock: Clock) -> None:
    pace = Pace("solve", "sweeps", 400, clock)
    clock.now = 10.0
    assert pace.line(100, "width 1e-3") == "solve: 100 of 400 sweeps (10/s), 10 s, about 30 s to go, width 1e-3"


def test_quiet_means_silent_and_no_terminal_means_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert isinstance(monitor(quiet=True), Silent)
    assert isinstance(monitor(quiet=False), PlainMonitor)


def test_the_live_display_begins_late_and_vanishes(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    from oddsmith.cli import progress

    shown = TerminalMonitor()
    task = progress.TerminalTask(shown, Pace("explore", "states", 10, clock))
    task.advance(1)
    assert shown._display is None
    clock.now = 2.0
    task.advance(5)
    assert shown._display is not None
    task.finish()
    assert shown._display is None
