"""The machine -> how much memory this process holds, and how much more it may take."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path

PLENTY = 1 << 62
GROUPS = Path("/sys/fs/cgroup")
RESERVE, SHARE = 10**9, 25
"""Bytes that have to stay free: so many, but at most this part of what there was."""
PAUSE = 0.1
"""Seconds between two looks."""


class MemoryWatch:
    """Tells when memory runs out, before the system ends the process for it; asked often, it looks now and then."""

    def __init__(self) -> None:
        self.due = 0.0
        self.reserve: int | None = None

    def short(self) -> bool:
        """Whether less than the reserve is left."""
        now = time.monotonic()
        if now < self.due:
            return False
        self.due = now + PAUSE
        free = common_memory()
        if self.reserve is None:
            self.reserve = min(RESERVE, (free + resident_memory()) // SHARE)
        return free < self.reserve


def resident_memory() -> int:
    """Bytes that this process holds in memory now."""
    return _pages(1)


def free_memory() -> int:
    """Bytes that can still be had: of the machine, of the container, of the limits of this process (`ulimit`)."""
    return min(common_memory(), _own_limits())


def common_memory() -> int:
    """Bytes that machine and container still have; a process that takes more is not refused but ended."""
    return min([_available(), *(_left_in(*files) for files in _groups())])


def _available() -> int:
    with open("/proc/meminfo", encoding="ascii") as handle:
        for line in handle:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return PLENTY


def _own_limits() -> int:
    """What `ulimit -v` and `ulimit -d` leave."""
    space, data = (resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    left = [PLENTY]
    if space != resource.RLIM_INFINITY:
        left.append(space - _pages(0))
    if data != resource.RLIM_INFINITY:
        left.append(data - _pages(5))
    return min(left)


def _pages(column: int) -> int:
    """A column of /proc/self/statm in bytes: 0 addresses, 1 in memory, 5 own data."""
    with open("/proc/self/statm", encoding="ascii") as handle:
        return int(handle.read().split()[column]) * os.sysconf("SC_PAGE_SIZE")


def _groups() -> Iterator[tuple[Path, Path, Path]]:
    """Limit, use and statistics of the control groups that this process is in, of either version."""
    try:
        lines = Path("/proc/self/cgroup").read_text("ascii").splitlines()
    except OSError:
        return
    for line in lines:
        _, kinds, name = line.split(":", 2)
        if kinds == "memory":
            home, limit, use = GROUPS / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
        elif not kinds:
            home, limit, use = GROUPS, "memory.max", "memory.current"
        else:
            continue
        folder = home / name.lstrip("/")
        for place in (folder, *(parent for parent in folder.parents if home in (parent, *parent.parents))):
            yield place / limit, place / use, place / "memory.stat"


def _left_in(limit: Path, use: Path, statistics: Path) -> int:
    """What a control group leaves; pages of files that it has read are given back when memory is short."""
    try:
        most, now = limit.read_text("ascii").strip(), int(use.read_text("ascii"))
        numbers = dict(line.split() for line in statistics.read_text("ascii").splitlines())
    except (OSError, ValueError):
        return PLENTY
    if most == "max":
        return PLENTY
    cached = int(numbers.get("total_inactive_file", numbers.get("inactive_file", 0)))
    cached += int(numbers.get("total_active_file", numbers.get("active_file", 0)))
    return max(0, int(most) - now + cached)
