"""A state space -> its quotient by strong probabilistic bisimulation: states that nothing tells apart are one.

States are one if the conditions that are asked about, the player who decides and all gains are the same, and if their
choices lead to the same blocks with the same probabilities, whatever they are called and however often they are there.
Partition refinement, O(m log n) for m transitions of n states where each state has few choices: see
bisimulation_parts/refining.py. How weights are compared: bisimulation_parts/weights.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from oddsmith.plugin import Context, Lift, SpaceReduction, StateSpace, hookimpl
from oddsmith_plugins.reductions.bisimulation_parts.labels import choice_kinds, state_labels, step_kinds
from oddsmith_plugins.reductions.bisimulation_parts.merging import merged
from oddsmith_plugins.reductions.bisimulation_parts.partition import partition_of
from oddsmith_plugins.reductions.bisimulation_parts.stepping import rows_of, without_steps
from oddsmith_plugins.reductions.bisimulation_parts.weights import whole_numbers


@dataclass(frozen=True)
class Bisimulation(SpaceReduction):
    """Merges states that nothing tells apart (strong probabilistic bisimulation)."""

    name: ClassVar[str] = "bisimulation"

    def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
        transitions = space.transitions
        words = whole_numbers(transitions.weight, transitions.exact)
        size = transitions.count * (4 + words.nbytes // len(words)) + transitions.choices * 60 + transitions.size * 60
        context.need(size, "the reduction bisimulation")
        labels, kinds, steps = state_labels(space), choice_kinds(space), step_kinds(space)
        rows, labels, kinds = rows_of(transitions, words, labels, kinds, steps)
        partition = without_steps(partition_of(rows, labels, kinds, context), transitions)
        return merged(space, partition, steps)


@hookimpl
def oddsmith_reductions() -> Iterable[type[SpaceReduction]]:
    return [Bisimulation]
