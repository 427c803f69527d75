"""States that reach each other by internal steps -> one state, that can do what any of them could.

It can also stay for ever, as they could by going round: one of the internal steps is kept, as a loop.
"""

from __future__ import annotations

import numpy as np

from oddsmith.plugin import Lift, StateSpace, quotient
from oddsmith_plugins.reductions.bisimulation_parts.labels import step_kinds
from oddsmith_plugins.reductions.bisimulation_parts.merging import chosen
from oddsmith_plugins.reductions.confluence_parts.internal import internal_steps


def without_loops(space: StateSpace) -> tuple[StateSpace, Lift]:
    """The space in which no two states reach each other by internal steps, and the way back."""
    transitions = space.transitions
    steps = internal_steps(space)
    if space.player is not None:
        steps = steps.only(space.player[steps.source] == space.player[steps.target])
    number = steps.components(space.size).number
    round_steps = steps.only(number[steps.source] == number[steps.target])
    if not len(round_steps.choice):
        return space, Lift.identity(transitions)
    keep = np.ones(transitions.choices, dtype=np.bool_)
    keep[round_steps.choice] = False
    group = number[round_steps.source]
    _, first = np.unique(group, return_index=True)
    keep[round_steps.choice[first]] = True
    small = quotient(transitions, number, keep, step_kinds(space))
    place = np.full(transitions.choices, -1, dtype=np.int64)
    place[small.choice] = np.arange(len(small.choice))
    loop = np.full(int(number.max()) + 1, -1, dtype=np.int64)
    loop[group[first]] = place[round_steps.choice[first]]
    place[round_steps.choice] = loop[group]
    inner = np.zeros(transitions.choices, dtype=np.bool_)
    inner[round_steps.choice] = True
    return chosen(space, small, small.first()), Lift(small.state, place, inner)
