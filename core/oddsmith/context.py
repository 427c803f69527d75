"""What a run is allowed and where it reports: limits, seed, threads, ranks, monitor."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


class LimitError(Exception):
    """The run does not fit its memory, time or state limit. `advice` says what to do."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice


class Task(Protocol):
    """One piece of long work, as a monitor sees it."""

    def advance(self, done: int, total: int | None = None, note: str = "") -> None:
        """Say how much is done so far (not the increment), of how much, and what is of interest."""

    def finish(self) -> None:
        """Say that the work is over."""


class Monitor(Protocol):
    """Where progress and messages go. The command line shows them; a library user need not."""

    def task(self, name: str, unit: str, total: int | None = None) -> Task:
        """Begin a piece of work that is counted in `unit`s."""

    def message(self, text: str) -> None:
        """A line for the user."""


class _SilentTask:
    def advance(self, done: int, total: int | None = None, note: str = "") -> None:
        pass

    def finish(self) -> None:
        pass


class Silent:
    """The monitor that says nothing."""

    def task(self, name: str, unit: str, total: int | None = None) -> Task:
        return _SilentTask()

    def message(self, text: str) -> None:
        pass


@dataclass(frozen=True)
class Limits:
    """What a run may use; None means: whatever there is."""

    memory: int | None = None
    """Bytes of memory for the whole process."""
    seconds: float | None = None
    states: int | None = None


@dataclass(frozen=True)
class Context:
    """Passed to every stage and plugin; knows no registry and no plugin."""

    limits: Limits = Limits()
    precision: float = 1e-9
    """Asked relative width of every interval."""
    seed: int = 0
    threads: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))
    ranks: int = 1
    workdir: Path | None = None
    monitor: Monitor = field(default_factory=Silent)
    started: float = field(default_factory=time.monotonic)

    def check(self) -> None:
        """Raise LimitError when the time is up. Long loops call it several times a second."""
        limit = self.limits.seconds
        if limit is not None and time.monotonic() - self.started > limit:
            raise LimitError(
                f"the time limit of {limit:g} s is over",
                "allow more with --max-time, or ask for less with --precision",
            )

    def allow_states(self, count: int) -> None:
        """Raise LimitError when a game has more states than the run may explore."""
        limit = self.limits.states
        if limit is not None and count > limit:
            raise LimitError(
                f"the game has more than {limit:,} states",
                "allow more with --max-states, or make the game smaller with --set",
            )

    def available_memory(self) -> int:
        """Bytes that this process may still take: the machine's, or what is left of the limit."""
        free = _free_memory()
        if self.limits.memory is None:
            return free
        return min(free, self.limits.memory - resident_memory())

    def need(self, size: int, purpose: str, advice: str = "") -> None:
        """Ask before taking: raise LimitError if `size` more bytes cannot be had."""
        available = self.available_memory()
        if size > available:
            raise LimitError(
                f"{purpose} needs {size / 1e6:,.0f} MB, and {max(available, 0) / 1e6:,.0f} MB are left",
                advice or "allow more with --max-memory, or make the game smaller with --set",
            )


def resident_memory() -> int:
    """Bytes that this process holds in memory now."""
    with open("/proc/self/statm", encoding="ascii") as handle:
        return int(handle.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _free_memory() -> int:
    with open("/proc/meminfo", encoding="ascii") as handle:
        for line in handle:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return 1 << 62
