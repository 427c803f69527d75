"""All that offers plugins -> what tells one state of it from another: versions, sources of what is worked on."""

from __future__ import annotations

import hashlib
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_path

PROJECT = "oddsmith"


def installed() -> tuple[str, ...]:
    """Name and version of each distribution; of one that is used from where it is written also a digest of it."""
    offering: dict[str, set[str]] = {}
    for point in entry_points(group=PROJECT):
        if point.dist is not None:
            own = {PROJECT} if point.dist.name == PROJECT else set()
            packages = offering.setdefault(f"{point.dist.name} {point.dist.version}", own)
            packages.add(point.module.partition(".")[0])
    return tuple(f"{name}{_sources(packages)}" for name, packages in sorted(offering.items()))


def _sources(packages: set[str]) -> str:
    """A digest of what lies elsewhere than packages do that are installed: it changes, and its version does not."""
    homes = {Path(get_path("purelib")), Path(get_path("platlib"))}
    files = [path for package in packages for path in _files(package) if homes.isdisjoint(path.parents)]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    return f" {digest.hexdigest()}" if files else ""


def _files(package: str) -> list[Path]:
    """Everything in Python that belongs to a package (or module), without importing it."""
    spec = find_spec(package)
    if spec is None:
        return []
    folders = spec.submodule_search_locations
    if folders is None:
        return [Path(spec.origin)] if spec.origin else []
    return [path for folder in folders for path in Path(folder).rglob("*.py")]
