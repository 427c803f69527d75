"""A process -> the commands that its kernels follow at once, each with the condition under which they do."""

from __future__ import annotations

from dataclasses import replace

from oddsmith.expr.nodes import TRUE, Binary
from oddsmith.process.process import Process, Summand


def followed_commands(process: Process) -> tuple[tuple[int, Summand], ...]:
    """Number and command, in their order; the first one that is enabled is followed. Their guards say when."""
    return tuple((number, _guarded(s)) for number, s in enumerate(process.summands) if s.followed is not None)


def _guarded(summand: Summand) -> Summand:
    assert summand.followed is not None
    guard = summand.guard if summand.followed == TRUE else Binary("and", summand.guard, summand.followed)
    return replace(summand, guard=guard, gains=(), followed=None)
