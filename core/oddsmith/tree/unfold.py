"""A state space that ends -> its tree of histories, refused with its size where it is too large (or without end)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.graph.components import components
from oddsmith.process.process import Process
from oddsmith.solve.conditions import refuse
from oddsmith.space.space import StateSpace
from oddsmith.tree.recall import information
from oddsmith.tree.sight import sight
from oddsmith.tree.tree import GameTree, Integers

NODE_BYTES = 160
"""What a node of the tree takes, with all that is computed for it."""


@dataclass(frozen=True)
class Histories:
    """The nodes of a tree: see GameTree."""

    state: Integers
    parent: Integers
    step: Integers
    level: Integers


def unfold(process: Process, space: StateSpace, context: Context) -> GameTree:
    """The tree with its information sets; SpecError for games without an end or with players who would forget."""
    ends = end_states(space)
    _check_ends(space, ends, context)
    count = histories(space, ends)
    advice = "make the game smaller with --set, or remember less in its variables"
    context.need(NODE_BYTES * count, f"the tree of {count:,} histories", advice)
    nodes = _expand(space, ends)
    seen = sight(process, space)
    sets, last, found = information(process, space, seen, nodes)
    wants = dict(process.wants)
    return GameTree(
        space,
        seen.players,
        tuple(wants.get(player) for player in seen.players),
        seen.visible,
        nodes.state,
        nodes.parent,
        nodes.step,
        nodes.level,
        sets,
        last,
        found,
    )


def end_states(space: StateSpace) -> NDArray[np.bool_]:
    """Where nothing changes any more: every step leads back."""
    stored = space.transitions
    transitions = np.diff(stored.row_start[stored.starts])
    source = np.repeat(np.arange(space.size), transitions)
    found = np.ones(space.size, dtype=np.bool_)
    found[source[stored.column != source]] = False
    return found


def _check_ends(space: StateSpace, ends: NDArray[np.bool_], context: Context) -> None:
    stored = space.transitions
    inside = ~ends
    found = components(stored, inside, context)
    source = np.repeat(np.arange(space.size), np.diff(stored.row_start[stored.starts]))
    loops = source[(stored.column == source) & inside[source]]
    if found.is_acyclic and not len(loops):
        return
    sizes = np.diff(found.start)
    state = int(loops[0]) if len(loops) else int(found.order[found.start[int(np.argmax(sizes > 1))]])
    raise refuse(
        "E508",
        "the game may come back to where it was, so its histories have no end",
        why=f"this state can be reached from itself: {space.describe(state)}",
        fix="count the rounds in a variable, and let the game end after the last",
    )


def histories(space: StateSpace, ends: NDArray[np.bool_]) -> int:
    """How many nodes the tree has, counted without unfolding it."""
    stored = space.transitions
    source = np.repeat(np.arange(space.size), np.diff(stored.row_start[stored.starts]))
    inner = ~ends[source]
    source, target = source[inner], stored.column[inner]
    waiting = np.zeros(space.size)
    waiting[space.initial] = 1
    total = 0.0
    while waiting.any():
        total += waiting.sum()
        coming = waiting[source]
        waiting = np.zeros(space.size)
        np.add.at(waiting, target, coming)
    return int(total)


def _expand(space: StateSpace, ends: NDArray[np.bool_]) -> Histories:
    stored = space.transitions
    low, high = stored.row_start[stored.starts[:-1]], stored.row_start[stored.starts[1:]]
    states, parents, steps = [np.array([space.initial])], [np.array([-1])], [np.array([-1])]
    level, first = [0, 1], 0
    while len(states[-1]):
        inner = np.flatnonzero(~ends[states[-1]])
        begins = low[states[-1][inner]]
        counts = high[states[-1][inner]] - begins
        offset = np.repeat(np.cumsum(counts) - counts, counts)
        taken = np.repeat(begins, counts) + np.arange(counts.sum()) - offset
        parents.append(first + np.repeat(inner, counts))
        first = level[-1]
        states.append(stored.column[taken].astype(np.int64))
        steps.append(taken)
        level.append(first + len(taken))
    return Histories(
        np.concatenate(states).astype(np.int64),
        np.concatenate(parents).astype(np.int64),
        np.concatenate(steps).astype(np.int64),
        np.array(level[:-1], dtype=np.int64),
    )
