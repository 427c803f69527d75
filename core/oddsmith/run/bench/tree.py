"""A running process -> the peak memory of it and of every process that it started."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SAMPLE = 0.1
"""Seconds between two looks. The kernel keeps the peak itself, so only growth after the last look is missed."""
GRACE = 5.0
"""Seconds that a process has to end its children before all of them are killed."""
PROC = Path("/proc")


@dataclass
class Tree:
    """The root process and its descendants, also those whose parent is gone."""

    root: int
    born: dict[int, int] = field(default_factory=dict)
    """When each of them began, in ticks of the kernel: a number that is used again belongs to somebody else."""
    peaks: dict[tuple[int, int], int] = field(default_factory=dict)
    """(number, when it began) -> peak resident bytes."""
    looked: float = 0.0

    def look(self) -> None:
        """Look at the root, and at all of them if the last look was a while ago."""
        now = time.monotonic()
        if now - self.looked < SAMPLE:
            if self.root in self.born and (peak := _peak(self.root)) is not None:
                key = (self.root, self.born[self.root])
                self.peaks[key] = max(peak, self.peaks.get(key, 0))
            return
        self.looked = now
        for number, begun in self._alive().items():
            self.born[number] = begun
            if (peak := _peak(number)) is not None:
                self.peaks[number, begun] = max(peak, self.peaks.get((number, begun), 0))

    def _alive(self) -> dict[int, int]:
        """Those that run now, with the time of their birth."""
        parents: dict[int, tuple[int, int]] = {}
        for entry in os.listdir(PROC):
            if entry.isdigit() and (found := _stat(int(entry))) is not None:
                parents[int(entry)] = found
        alive = {n: begun for n, begun in self.born.items() if n in parents and parents[n][1] == begun}
        if self.root in parents:
            alive[self.root] = parents[self.root][1]
        grown = -1
        while grown != len(alive):
            grown = len(alive)
            alive |= {number: begun for number, (parent, begun) in parents.items() if parent in alive}
        return alive

    def end(self, process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
        """Ask the root to end, and kill whatever of the tree is left after a while."""
        process.terminate()
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline and _stat(self.root) is not None and not _is_zombie(self.root):
            time.sleep(0.05)
        for number in self._alive():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)


def _stat(number: int) -> tuple[int, int] | None:
    """Its parent and when it began."""
    fields = _fields(number)
    return None if fields is None else (int(fields[1]), int(fields[19]))


def _is_zombie(number: int) -> bool:
    fields = _fields(number)
    return fields is not None and fields[0] == "Z"


def _fields(number: int) -> list[str] | None:
    """What /proc says behind the name of the program, which may hold blanks and brackets."""
    try:
        text = (PROC / str(number) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return text.rpartition(")")[2].split()


def _peak(number: int) -> int | None:
    """Peak resident bytes (VmHWM); None where it is gone already."""
    try:
        text = (PROC / str(number) / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None
