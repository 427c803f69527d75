"""Stored transitions -> maximal end components: where somebody can stay for ever.

An end component is a set of states with choices that surely stay in the set and connect all of it (de Alfaro 1997).
Found by removing, in turn, choices that may leave their strongly connected component and states left without a choice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.graph.components import components_of
from oddsmith.graph.edges import pruned
from oddsmith.graph.reach import Mask, safe_choices
from oddsmith.graph.reverse import Reverse
from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, i32, i64, u8
from oddsmith.space.space import Stored


@dataclass(frozen=True)
class EndComponents:
    """`number[s]`: the end component of state s, or -1; `staying[j]`: choice j belongs to one."""

    count: int
    number: NDArray[np.int32]
    staying: NDArray[np.bool_]

    @property
    def states(self) -> Mask:
        """The states that belong to an end component."""
        return self.number >= 0


def end_components(
    transitions: Stored,
    back: Reverse,
    inside: Mask | None = None,
    allowed: Mask | None = None,
    context: Context | None = None,
) -> EndComponents:
    """The maximal end components among the states `inside` with the `allowed` choices only."""
    n = transitions.size
    inside = np.ones(n, dtype=np.bool_) if inside is None else inside.copy()
    kept = safe_choices(back, inside, allowed)
    while True:
        _starve(back, inside, kept)
        start, column = pruned(transitions, kept)
        found = components_of(start, column, inside, context)
        leave = tempo(_leaving, transitions.count)
        args = (transitions.choices, transitions.row_start, transitions.column, back.owner, found.number, kept)
        if not leave(*args):
            return EndComponents(found.count, found.number, kept)


def _starve(back: Reverse, inside: Mask, kept: Mask) -> None:
    """Remove states without a choice, then choices that may lead to them, and so on (in place)."""
    remaining = np.bincount(back.owner[kept], minlength=len(inside)).astype(np.int64)
    dead = np.flatnonzero(inside & (remaining == 0))
    queue = np.empty(len(inside), dtype=np.int32)
    queue[: len(dead)] = dead
    inside[dead] = False
    function = tempo(_starving, len(back.choice))
    function(len(dead), back.start, back.choice, back.owner, remaining, inside, kept, queue)


@compiled
def _starving(
    filled: i64,
    start: Array[i64],
    choice: Array[i32],
    owner: Array[i32],
    remaining: Array[i64],
    inside: Array[u8],
    kept: Array[u8],
    queue: Array[i32],
) -> None:
    head = 0
    while head < filled:
        target = queue[head]
        head += 1
        for k in range(start[target], start[target + 1]):
            j = choice[k]
            if kept[j] != 0:
                kept[j] = 0
                s = owner[j]
                remaining[s] -= 1
                if remaining[s] == 0 and inside[s] != 0:
                    inside[s] = 0
                    queue[filled] = s
                    filled += 1


@compiled
def _leaving(
    m: i64, row_start: Array[i64], column: Array[i32], owner: Array[i32], number: Array[i32], kept: Array[u8]
) -> i64:
    """Drop the choices that may leave their component; how many there were."""
    dropped = 0
    for j in range(m):
        if kept[j] != 0:
            home = number[owner[j]]
            for t in range(row_start[j], row_start[j + 1]):
                if number[column[t]] != home and kept[j] != 0:
                    kept[j] = 0
                    dropped += 1
    return dropped
