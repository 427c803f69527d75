"""Process with turns that go round -> proved values, from one vector over the box of all other parameters.

The chain is never stored: see the core's `process/rounds` for how the turns are found, `rounds_parts.sweep` for one
step of a turn in place, and `rounds_parts.series` for the sum over all rounds and its bound. A declared rotation of the
players is checked, and then one solve answers the questions about all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import ClassVar, Literal

from oddsmith.plugin import Context, Found, Outlook, Process, ProcessSolver, Promise, Solver, hookimpl
from oddsmith_plugins.solvers.rounds_parts.accelerator import Accelerator

LARGE = 4_000_000
"""States from which on (counted by declared ranges) storing a chain is not worth a try."""


@dataclass(frozen=True)
class RoundsSolver(ProcessSolver):
    """Games in which turns go round, without storing them."""

    name: ClassVar[str] = "rounds"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})
    keeps_in_file: ClassVar[bool] = True

    accelerator: Accelerator = "auto"
    """How the rounds are summed up; `auto` begins plainly and changes over if that would take long."""
    depth: int = 10
    """Vectors that gmres remembers."""
    storage: Literal["double", "single"] = "double"
    """How vectors are stored: single precision halves the memory, and bounds are wider (about 1e-5)."""

    def suits(self, process: Process) -> bool:
        return process.kind == "chain" and prod(p.high - p.low + 1 for p in process.params) > LARGE

    def outlook(self, process: Process, context: Context) -> Outlook:
        from oddsmith_plugins.solvers.rounds_parts.work import outlook_of

        return outlook_of(self, process, context)

    def find(self, process: Process, context: Context) -> Found:
        from oddsmith_plugins.solvers.rounds_parts.work import find

        return find(self, process, context)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (RoundsSolver,)
