"""Work that goes on -> a bar with rate and remaining time on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oddsmith.context import Monitor, Silent, Task

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

QUIET_SECONDS = 1.0
"""Work shorter than this is not mentioned."""
LINE_SECONDS = 3.0
"""Between two plain lines."""


def monitor(quiet: bool) -> Monitor:
    """The monitor that suits stderr."""
    if quiet:
        return Silent()
    return TerminalMonitor() if sys.stderr.isatty() else PlainMonitor()


@dataclass
class Pace:
    """How far a piece of work is and how fast it goes."""

    name: str
    unit: str
    total: int | None
    clock: Callable[[], float] = time.monotonic
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.begun = self.clock()

    def line(self, done: int, note: str) -> str:
        """`explore: 1,234,567 states (410,000/s), 12 s, about 30 s to go`."""
        elapsed = self.clock() - self.begun
        rate = done / elapsed if elapsed > 0 else 0.0
        of = f" of {self.total:,}" if self.total else ""
        parts = [f"{self.name}: {done:,}{of} {self.unit} ({rate:,.0f}/s)", f"{elapsed:.0f} s"]
        if self.total and rate > 0 and done < self.total:
            parts.append(f"about {(self.total - done) / rate:.0f} s to go")
        return ", ".join([*parts, note] if note else parts)


class PlainTask:
    """Prints a line every few seconds."""

    def __init__(self, pace: Pace, write: Callable[[str], None]) -> None:
        self.pace, self.write = pace, write
        self.next = pace.begun + QUIET_SECONDS

    def advance(self, done: int, total: int | None = None, note: str = "") -> None:
        now = self.pace.clock()
        if now < self.next:
            return
        self.next = now + LINE_SECONDS
        self.pace.total = total or self.pace.total
        self.write(self.pace.line(done, note))

    def finish(self) -> None:
        """Nothing remains on the screen that would have to go."""


class PlainMonitor:
    """Lines on stderr."""

    def task(self, name: str, unit: str, total: int | None = None) -> Task:
        return PlainTask(Pace(name, unit, total), self.message)

    def message(self, text: str) -> None:
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)


class TerminalTask:
    """A line of the live display, once the work has lasted a while."""

    def __init__(self, owner: TerminalMonitor, pace: Pace) -> None:
        self.owner, self.pace = owner, pace
        self.bar: TaskID | None = None

    def advance(self, done: int, total: int | None = None, note: str = "") -> None:
        self.pace.total = total or self.pace.total
        if self.bar is None:
            if self.pace.clock() - self.pace.begun < QUIET_SECONDS:
                return
            self.bar = self.owner.display().add_task(self.pace.name, total=self.pace.total)
        text = self.pace.line(done, note)
        self.owner.display().update(self.bar, completed=done, total=self.pace.total, description=text)

    def finish(self) -> None:
        if self.bar is not None:
            self.owner.remove(self.bar)
            self.bar = None


class TerminalMonitor:
    """A live display on stderr that vanishes when the work is done."""

    def __init__(self) -> None:
        self._display: Progress | None = None

    def task(self, name: str, unit: str, total: int | None = None) -> Task:
        return TerminalTask(self, Pace(name, unit, total))

    def message(self, text: str) -> None:
        if self._display is not None:
            self._display.console.print(text, highlight=False, markup=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def display(self) -> Progress:
        """The live display, begun when it is first needed."""
        if self._display is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

            columns = (SpinnerColumn(), BarColumn(bar_width=20), TextColumn("{task.description}", markup=False))
            self._display = Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=8)
            self._display.start()
        return self._display

    def remove(self, bar: TaskID) -> None:
        """Take one line away; the last one ends the display."""
        if self._display is not None:
            self._display.remove_task(bar)
            if not self._display.tasks:
                self.close()

    def close(self) -> None:
        """Give the terminal back."""
        if self._display is not None:
            self._display.stop()
            self._display = None
