"""Transitions -> a shortest way from the initial state to another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context, LimitError
from oddsmith.kernel.kernel import Kernel, Rows, SemanticError
from oddsmith.process.process import Process
from oddsmith.space.raw import RawSpace
from oddsmith.space.search import Budget, Search

Path = list[tuple[int | None, Rows]]
"""(summand that was taken, packed state), the initial state first, with None."""

SEARCH = Budget(states=200_000, seconds=10.0)
"""How long to look for a way when the explorer kept none."""


def shortest_path(raw: RawSpace, state: int) -> Path | None:
    """Breadth-first over what was explored: parents level by level, then back from `state`."""
    parent = np.full(raw.size, -1, dtype=np.int64)
    parent[0] = 0
    frontier = np.array([0], dtype=np.int64)
    while parent[state] < 0 and len(frontier):
        sources, targets = _successors(raw, frontier[frontier < raw.expanded])
        fresh = parent[targets] < 0
        frontier, first = np.unique(targets[fresh], return_index=True)
        parent[frontier] = sources[fresh][first]
    if parent[state] < 0:
        return None
    path: Path = []
    while state != 0:
        before = int(parent[state])
        path.append((_summand(raw, before, state), raw.rows[state]))
        state = before
    path.append((None, raw.rows[0]))
    return path[::-1]


def path_to_row(raw: RawSpace, row: Rows) -> Path | None:
    """The same for a packed state; None if it was not found."""
    same = np.flatnonzero((raw.rows == row).all(axis=1))
    return shortest_path(raw, int(same[0])) if len(same) else None


def search_path(kernel: Kernel, process: Process, row: Rows, context: Context) -> Path | None:
    """Explore once more, until the state is found: for explorers that kept no transitions."""
    search = Search(kernel, process, context)
    budget = Budget(seconds=0.1)
    try:
        for _ in range(int((SEARCH.seconds or 0) / 0.1)):
            done = search.run(budget)
            if done or search.number_of(row) is not None or search.found > (SEARCH.states or 0):
                break
    except (SemanticError, LimitError):
        pass  # what was found up to here may still contain the way
    number = search.number_of(row)
    return None if number is None else shortest_path(search.raw(), number)


def _choices(raw: RawSpace, states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The choices of the states, and for each the state it belongs to."""
    if raw.choice_start is None:
        return states, states
    return spread(raw.choice_start, states)


def _successors(raw: RawSpace, states: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    choices, owners = _choices(raw, states)
    places, of = spread(raw.row_start, np.arange(len(choices)), choices)
    return owners[of], raw.column[places].astype(np.int64)


def spread(
    start: NDArray[np.int64], names: NDArray[np.int64], lines: NDArray[np.int64] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All places start[i]..start[i+1]-1 of the given lines i, and for each the name of its line."""
    lines = names if lines is None else lines
    low, sizes = start[lines], start[lines + 1] - start[lines]
    total = int(sizes.sum())
    before = np.cumsum(sizes) - sizes
    places = np.arange(total) + np.repeat(low - before, sizes)
    return places, np.repeat(names, sizes)


def _summand(raw: RawSpace, source: int, target: int) -> int:
    """A command that leads from one state to another."""
    for choice in _choices(raw, np.array([source]))[0].tolist():
        if (raw.column[raw.row_start[choice] : raw.row_start[choice + 1]] == target).any():
            return int(raw.summand[choice])
    raise ValueError("no transition between the states")
