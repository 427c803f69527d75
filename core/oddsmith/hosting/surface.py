"""The version of the plugin surface, what may still be called by an old name, and whether a plugin fits.

`oddsmith.plugin` has a version of its own, MAJOR.MINOR. A new name raises the minor one. A name that goes is first
announced in RENAMED: for at least one minor version it works as before and warns; then the major version is raised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SURFACE = "1.0"
"""Of this Oddsmith."""
FORM = re.compile(r"(\d{1,6})\.(\d{1,6})")


@dataclass(frozen=True)
class Renamed:
    """A name that will go."""

    use: str
    """The name of the surface that takes its place."""
    since: str
    """The surface in which it was announced."""
    until: str
    """The surface that will be without it."""

    def warning(self, name: str) -> str:
        return (
            f"oddsmith.plugin.{name} is deprecated since surface {self.since} and goes with {self.until}: "
            f"use oddsmith.plugin.{self.use}"
        )


RENAMED: dict[str, Renamed] = {}
"""Old names of `oddsmith.plugin`."""


def misfit(wanted: object) -> str:
    """Why a plugin that was written for this surface cannot be used here; nothing where it can."""
    found = FORM.fullmatch(wanted) if isinstance(wanted, str) else None
    if found is None:
        return f'oddsmith_surface is {wanted!r}, and has to be a text like "{SURFACE}"'
    major, minor = (int(part) for part in SURFACE.split("."))
    if int(found[1]) == major and int(found[2]) <= minor:
        return ""
    newer = (int(found[1]), int(found[2])) > (major, minor)
    remedy = "install a newer oddsmith" if newer else "get a newer version of the plugin"
    return f"it is written for the plugin surface {wanted}, and this is {SURFACE}: {remedy}"
