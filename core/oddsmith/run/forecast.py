"""A process -> how large it is, and what each way to answer its questions would take on this machine and on others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from oddsmith.process.process import Process
from oddsmith.run import stages
from oddsmith.run.plan import Plan
from oddsmith.run.runner import Tools
from oddsmith.run.unstored import outlooks
from oddsmith.solve.outlook import Outlook, Way
from oddsmith.space.estimate import Estimate, estimate

STORED = "stored transitions"


@dataclass(frozen=True)
class Forecast:
    """What is known before a run."""

    found: Estimate
    available: int
    """Bytes of memory."""
    outlooks: Mapping[str, Outlook]
    """By the name of the solver."""
    refused: Mapping[str, str]
    """Why other solvers do not fit."""

    @property
    def ways(self) -> tuple[Way, ...]:
        stored = Way(STORED, self.found.memory, self.found.seconds)
        return (stored, *(way for outlook in self.outlooks.values() for way in outlook.ways))

    def fits(self, way: Way) -> bool | None:
        """Whether this machine has the memory; None where it takes others."""
        return None if way.elsewhere else way.memory <= self.available

    @property
    def advised(self) -> tuple[Way, ...]:
        """The first way that fits, transitions are stored if there is no other; where none does, all spare ones."""
        stored, *others = self.ways
        for way in (*others, stored):
            if self.fits(way) and not way.spare:
                return (way,)
        return tuple(way for way in others if way.spare and self.fits(way) is not False)


def forecast(plan: Plan, process: Process, tools: Tools) -> Forecast:
    """Look at the game for a while, and let solvers that store nothing try a small part of it."""
    targets = stages.targets(plan, tools.registry)
    found = estimate(process, targets, tools.context)
    seen = outlooks(plan, process, tools.registry, tools.context)
    known = {name: outlook for name, outlook in seen.items() if isinstance(outlook, Outlook)}
    refused = {name: reason for name, reason in seen.items() if isinstance(reason, str)}
    for outlook in known.values():
        found = narrowed(found, outlook.states)
    return Forecast(found, tools.context.available_memory(), known, refused)


def narrowed(found: Estimate, most: int) -> Estimate:
    """The same, knowing that there are not more states than this."""
    if found.complete:
        return found
    return replace(found, box=min(found.box, most), likely=max(found.states, min(found.likely, most)))
