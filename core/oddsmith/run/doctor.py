"""This machine -> what is there, what is missing, and how to get it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from oddsmith.hosting.manager import Host
from oddsmith.memory import free_memory
from oddsmith.native.machine import cache_folder
from oddsmith.run.quantities import bytes_text
from oddsmith.version import VERSION

NEEDED = ("llvmlite", "matplotlib", "numpy", "pluggy", "python-flint", "pyyaml", "rich-click", "scipy")
OPTIONAL = {
    "petsc4py": "the solver petsc: containers/install-petsc ENVIRONMENT",
    "mpi4py": "runs on several ranks: containers/install-petsc ENVIRONMENT",
    "stormpy": "the solver storm: pip install 'oddsmith[storm]'",
    "pandas": "data frames in Python: pip install pandas",
}
PROGRAMS = {
    "dot": "drawings of state spaces: apt-get install graphviz",
    "mpiexec": "runs on several ranks: apt-get install openmpi-bin",
    "cc": "building PETSc: apt-get install build-essential",
    "podman": "containers: apt-get install podman",
}
LITTLE = 2_000_000_000
"""Bytes of memory with which large games have to be refused."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    group: str
    name: str
    found: str
    """What is there; empty: nothing."""
    advice: str = ""
    needed: bool = False

    @property
    def fine(self) -> bool:
        return bool(self.found) or not self.needed


def examine(host: Host) -> Iterator[Finding]:
    """Everything that the answers or the speed may depend on."""
    yield Finding("oddsmith", "oddsmith", VERSION)
    yield Finding("oddsmith", "python", platform.python_version())
    yield from _machine()
    for name in NEEDED:
        yield Finding("packages", name, _version(name), f"pip install {name}", needed=True)
    for name, advice in OPTIONAL.items():
        yield Finding("optional packages", name, _version(name), advice)
    for name, advice in PROGRAMS.items():
        yield Finding("programs", name, shutil.which(name) or "", advice)
    yield from _plugins(host)


def _machine() -> Iterator[Finding]:
    cores = len(os.sched_getaffinity(0))
    yield Finding("machine", "cores", str(cores))
    free = free_memory()
    advice = "" if free > LITTLE else "large games will be refused: use --vector-file, or another machine"
    yield Finding("machine", "memory at hand", bytes_text(free), advice)
    yield Finding("machine", "processor", platform.machine())
    cache = cache_folder()
    writable = os.access(next(p for p in (cache, *cache.parents) if p.exists()), os.W_OK)
    advice = "compiled code cannot be kept, so every run compiles anew: set ODDSMITH_CACHE to a folder of yours"
    yield Finding("machine", "compiled code", str(cache) if writable else "", "" if writable else advice)
    yield Finding(
        "machine", "git", _first_line("git", "--version"), "to fetch and change the sources: apt-get install git"
    )


def _plugins(host: Host) -> Iterator[Finding]:
    for kind in sorted({origin.plugin.partition("-")[0] for origin in host.origins}):
        host.need(kind)
    others = sorted({f"{o.distribution} {o.version}" for o in host.origins if o.distribution != "oddsmith"})
    built_in = sum(origin.distribution == "oddsmith" for origin in host.origins)
    yield Finding("plugins", "built in", str(built_in))
    yield Finding("plugins", "of others", ", ".join(others) or "none")
    for skip in host.skipped:
        needed = not skip.optional
        yield Finding("plugins", skip.origin.plugin, "", skip.reason, needed)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _first_line(*command: str) -> str:
    if shutil.which(command[0]) is None:
        return ""
    made = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    return made.stdout.partition("\n")[0]
