"""This machine -> its kind in words: processor, cores, memory."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine_text() -> str:
    """`Intel(R) Xeon(R) Processor, 2 cores, 25 GB`."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    cores = len(os.sched_getaffinity(0))
    return f"{_processor()}, {cores} core{'s' * (cores != 1)}, {memory / 1e9:.0f} GB"


def busy_text(load: float | None = None) -> str:
    """A warning if other work takes a core or more; empty if not."""
    found = os.getloadavg()[0] if load is None else load
    return f"the machine is busy with other work (load {found:.1f}): times will be too long" if found >= 1 else ""


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next((name for name in names if name), platform.machine())
