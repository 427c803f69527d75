"""A process -> one without the commands whose guards are false for all values that their variables can have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from oddsmith.plugin import Context, Process, Reduction, bounds, hookimpl

oddsmith_surface = "1.0"


@dataclass(frozen=True)
class Unreachable(Reduction):
    """Drops commands that no values of the variables allow."""

    name: ClassVar[str] = "unreachable"

    def apply(self, process: Process, context: Context) -> Process:
        ranges = {param.name: (param.low, param.high) for param in process.params}
        possible = tuple(summand for summand in process.summands if bounds(summand.guard, ranges) != (0, 0))
        return process if len(possible) == len(process.summands) else replace(process, summands=possible)


@hookimpl
def oddsmith_reductions() -> list[type[Reduction]]:
    return [Unreachable]
