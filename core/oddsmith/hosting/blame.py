"""An error -> the plugin in whose code it arose, or whose offer did not keep its word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from oddsmith.context import BrokenOfferError

if TYPE_CHECKING:
    from oddsmith.hosting.manager import Origin


SHARED = ("oddsmith", "oddsmith_plugins")
"""Packages in which plugins share code: it is nobody's alone."""


def culprit(error: BaseException, origins: Iterable[Origin]) -> Origin | None:
    """The plugin that is to be named; of several that called each other the innermost."""
    origins = tuple(origins)
    if isinstance(error, BrokenOfferError):
        return _of_module(error.module, origins)
    found: Origin | None = None
    trace = error.__traceback__
    while trace is not None:
        found = _of_module(trace.tb_frame.f_globals.get("__name__", ""), origins) or found
        trace = trace.tb_next
    return found


def described(error: BaseException) -> str:
    """What happened, in one phrase."""
    if isinstance(error, BrokenOfferError):
        return str(error)
    if isinstance(error, SystemExit):
        return "called sys.exit, which would have ended the program"
    return f"failed with {type(error).__name__}: {error}"


def _of_module(module: str, origins: Sequence[Origin]) -> Origin | None:
    """The plugin that a module belongs to; of a package with a plugin or more, the first one."""
    for origin in origins:
        if module == origin.module or module.startswith(origin.module + "."):
            return origin
    package = module.partition(".")[0]
    if package in SHARED:
        return None
    return next((origin for origin in origins if origin.module.partition(".")[0] == package), None)
