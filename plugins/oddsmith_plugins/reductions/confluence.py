"""A state space -> one without the confluent internal steps: what is hidden and changes nothing is not waited for.

Internal steps are those of hidden actions (`hide:`) that lead to one state for sure, gain nothing, and do not change a
condition that is asked about. States that reach each other by them become one, which may stay for ever as they could.
Of what is left, each state follows a step after which all else can still be done (confluence_parts/choosing.py).
What the text of the commands shows (confluence_parts/foreseen.py) is followed earlier, while exploring: such states are
never stored. The number of steps changes: where a question depends on it the reduction is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from oddsmith.plugin import Context, Expr, Lift, Process, SpaceReduction, StateSpace, hookimpl, quotient, rewards_of
from oddsmith_plugins.reductions.bisimulation_parts.labels import step_kinds
from oddsmith_plugins.reductions.bisimulation_parts.merging import chosen
from oddsmith_plugins.reductions.confluence_parts.choosing import Confluence as Search
from oddsmith_plugins.reductions.confluence_parts.choosing import followed
from oddsmith_plugins.reductions.confluence_parts.foreseen import foreseen
from oddsmith_plugins.reductions.confluence_parts.internal import internal_steps
from oddsmith_plugins.reductions.confluence_parts.loops import without_loops


@dataclass(frozen=True)
class Confluence(SpaceReduction):
    """Leaves out hidden steps after which everything else can still be done."""

    name: ClassVar[str] = "confluence"
    keeps_steps: ClassVar[bool] = False

    def foresee(self, process: Process, conditions: tuple[Expr, ...], context: Context) -> Process:
        return foreseen(process, conditions, rewards_of(process.questions), context)

    def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
        smaller, back = without_loops(space)
        least, further = without_confluent(smaller, context)
        return least, further.after(back)


def without_confluent(space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
    """Every state follows its confluent steps to the end; only the last states are left."""
    transitions = space.transitions
    steps = internal_steps(space)
    number = steps.components(space.size).number
    steps = steps.only(number[steps.source] != number[steps.target])
    if not len(steps.choice):
        return space, Lift.identity(transitions)
    step = Search(space, steps).find(context)
    moving = step >= 0
    goal = np.arange(space.size)
    goal[moving] = transitions.column[transitions.row_start[step[moving]]]
    last = followed(goal)
    keep = ~moving[transitions.owner]
    small = quotient(transitions, last.astype(np.int32), keep, step_kinds(space))
    place = np.full(transitions.choices, -1, dtype=np.int64)
    place[small.choice] = np.arange(len(small.choice))
    inner = np.zeros(transitions.choices, dtype=np.bool_)
    inner[step[moving]] = True
    ends = np.flatnonzero(~moving)
    first = np.empty(len(ends), dtype=np.int64)
    first[small.state[ends]] = ends
    return chosen(space, small, first), Lift(small.state, place, inner)


@hookimpl
def oddsmith_reductions() -> Iterable[type[SpaceReduction]]:
    return [Confluence]
