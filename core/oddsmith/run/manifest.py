"""A run -> what is needed to understand and repeat it: hashes, versions, limits, machine."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable
from typing import Any, Protocol

from oddsmith.context import Context
from oddsmith.hosting.manager import Host
from oddsmith.run.plan import Plan
from oddsmith.version import VERSION


class Described(Protocol):
    """What is told of the outcome of a run, whatever it was."""

    @property
    def game(self) -> str: ...
    @property
    def spec(self) -> str: ...
    @property
    def kernel(self) -> str: ...
    @property
    def seconds(self) -> dict[str, float]: ...
    @property
    def peak_memory(self) -> int: ...


def manifest(
    plan: Plan, outcome: Described, texts: Iterable[tuple[str, str]], host: Host, context: Context
) -> dict[str, Any]:
    """No host names, no user names, no paths but those given by the user."""
    files = {name: digest(text) for name, text in texts}
    return {
        "oddsmith": VERSION,
        "game": outcome.game,
        "spec": outcome.spec,
        "spec_hash": digest("".join(files.values())),
        "files": files,
        "pipeline_hash": digest(plan.texts[0][1]) if plan.texts else None,
        "overrides": dict(plan.overrides),
        "bound": {each.table: digest(each.source.text) for each in plan.bindings},
        "plugins": {origin.plugin: f"{origin.distribution} {origin.version}" for origin in host.origins},
        "kernel": outcome.kernel,
        "seed": context.seed,
        "threads": context.threads,
        "ranks": context.ranks,
        "precision": context.precision,
        "limits": {
            "memory": context.limits.memory,
            "seconds": context.limits.seconds,
            "states": context.limits.states,
        },
        "machine": {
            "cores": os.cpu_count(),
            "memory_mb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 10**6,
            "python": platform.python_version(),
            "system": platform.system(),
            "processor": platform.machine(),
        },
        "seconds": {stage: round(seconds, 6) for stage, seconds in outcome.seconds.items()},
        "peak_rss_mb": round(outcome.peak_memory / 1e6, 1),
    }


def digest(text: str) -> str:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
