"""Process -> one that forgets what nobody will ask for again: dead data gets its initial value.

The values of some parameters, the control parameters, are followed from location to location like a program counter.
At each location a parameter is dead if on every way from there it is written before it is read. A command that leads
to such a location resets the parameter, so that states that differ in nothing else become one. They were strongly
bisimilar before: labels, rewards and questions count as reads. Where one of the commands that lead there cannot reset
it (it may write the same cell), none does: every state is then the reset of one that was there before, never more.
(van de Pol, Timmer, "State space reduction of linear processes using control flow reconstruction", 2009; here with all
control parameters at once, and conditional resets.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Access, Context, Process, Reduction, hookimpl
from oddsmith_plugins.reductions.dead_variables_parts.control import control_parameters
from oddsmith_plugins.reductions.dead_variables_parts.flow import Flow, Location
from oddsmith_plugins.reductions.dead_variables_parts.liveness import Liveness
from oddsmith_plugins.reductions.dead_variables_parts.resets import Resets


@dataclass(frozen=True)
class DeadVariables(Reduction):
    """Resets variables that will be written before they are read again."""

    name: ClassVar[str] = "dead-variables"
    most_locations: int = 1000
    """How many combinations of values of control variables are told apart at most."""

    def apply(self, process: Process, context: Context) -> Process:
        # what players remember, what a rotation compares, and what changes places must not be reset
        if process.sees or process.symmetry or process.exchangeable:
            return process
        access = Access.of(process)
        control = control_parameters(process, access, self.most_locations)
        flow = Flow(process, access, control).explore(context)
        kept: dict[Location, frozenset[str]] = {}
        while True:
            resets = Resets(flow, Liveness(flow, kept, context), context)
            unsettled = resets.unsettled()
            if not unsettled:
                return resets.apply()
            kept |= {at: kept.get(at, frozenset()) | names for at, names in unsettled.items()}


@hookimpl
def oddsmith_reductions() -> list[type[Reduction]]:
    return [DeadVariables]
