"""Internal steps -> for each state at most one that is confluent: whatever else can be done can be done after it.

Let T hold one step s -> t for some states, and let R relate states that end in the same state by following T. T is
confluent if for each s -> t in T and each other choice of s (gaining g, leading to the distribution m)
    - t has a choice that gains g and leads to n with m(C) = n(C) for all classes C of R, or
    - the choice is an internal step within its class.
Then all states of a class have the same values as its last state, so R keeps all answers that do not count steps
(branching probabilistic bisimulation). A choice that surely stays in its class, but is no internal step, has to be
repeated by one such, so that who can stay for ever still can; internal steps themselves make no loops here.
Found from above: begin with one step of each state, drop those that fail (the next one of the state takes its place),
until none fails.  Source: Timmer, Stoelinga, van de Pol, Confluence reduction for probabilistic systems, 2011. With
one step per state the order of the steps in a class does not matter, which their definition has to ask for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, StateSpace
from oddsmith_plugins.reductions.bisimulation_parts.labels import numbered, step_kinds, told_apart
from oddsmith_plugins.reductions.bisimulation_parts.weights import whole_numbers
from oddsmith_plugins.reductions.confluence_parts.fingerprints import fingerprints, residues
from oddsmith_plugins.reductions.confluence_parts.internal import Mask, Steps, gaining

MOST_ROUNDS = 1000
"""After so many rounds nothing is taken to be confluent."""
Numbers = NDArray[np.int64]


class Confluence:
    """Looks for confluent steps of one space; its internal steps make no loops."""

    def __init__(self, space: StateSpace, steps: Steps) -> None:
        self.transitions = space.transitions
        self.size = space.size
        self.steps = steps
        self.kinds = step_kinds(space)
        self.internal = np.zeros(self.transitions.choices, dtype=np.bool_)
        self.internal[steps.choice] = True
        self.gaining = gaining(space)
        self.gain = _total_gains(space)
        self.weights = residues(whole_numbers(self.transitions.weight, self.transitions.exact))

    def find(self, context: Context) -> Numbers:
        """For each state the choice to follow, or -1."""
        first = np.searchsorted(self.steps.source, np.arange(self.size + 1))
        place = first[:-1].copy()
        for _ in range(MOST_ROUNDS):
            context.check()
            has = place < first[1:]
            here = np.minimum(place, max(len(self.steps.choice) - 1, 0))
            step = np.where(has, self.steps.choice[here], -1)
            goal = np.where(has, self.steps.target[here], np.arange(self.size))
            failing = self._failing(step, goal)
            if not failing.any():
                return step
            place[failing] += 1
        return np.full(self.size, -1, dtype=np.int64)

    def _failing(self, step: Numbers, goal: Numbers) -> Mask:
        """The states that have a choice which is not there any more after their step."""
        group = followed(goal)
        kind, internal_stay = self._kinds(group)
        count = int(kind.max()) + 1
        owner = self.transitions.owner
        there = np.unique(owner * count + kind)
        open_choice = (step[owner] >= 0) & (step[owner] != np.arange(len(owner))) & ~internal_stay
        choices = np.flatnonzero(open_choice)
        wanted = goal[owner[choices]] * count + kind[choices]
        found = there[np.minimum(np.searchsorted(there, wanted), len(there) - 1)] == wanted
        failing = np.zeros(self.size, dtype=np.bool_)
        failing[owner[choices[~found]]] = True
        return failing

    def _kinds(self, group: Numbers) -> tuple[NDArray[np.int32], Mask]:
        """What choices do, as numbers; and which of them are internal steps within a class."""
        rows, owner = self.transitions.row_start, self.transitions.owner
        target = group[self.transitions.column]
        inside = np.logical_and.reduceat(target == np.repeat(group[owner], np.diff(rows)), rows[:-1])
        staying = inside & ~self.gaining
        if self.kinds is not None:
            target = target * (int(self.kinds.max()) + 1) + self.kinds
        columns = [words.astype(np.int64) for words in fingerprints(self.weights, target, rows)]
        internal_stay = staying & self.internal
        return numbered([*columns, self.gain, internal_stay], len(owner)), internal_stay


def followed(goal: Numbers) -> Numbers:
    """Where each state ends when all follow their goals, which lead round nowhere: by doubling."""
    while not np.array_equal(further := goal[goal], goal):
        goal = further
    return goal


def _total_gains(space: StateSpace) -> NDArray[np.int32]:
    """A number for what each choice gains: on leaving its state and by itself."""
    owner = space.transitions.owner
    columns = []
    for gains in space.gains.values():
        exact = None
        if gains.exact_state is not None and gains.exact_choice is not None:
            exact = tuple(gains.exact_state[s] + g for s, g in zip(owner.tolist(), gains.exact_choice, strict=True))
        columns.append(told_apart(gains.state[owner] + gains.choice, exact))
    return numbered(columns, space.transitions.choices)
