"""A graph -> its strongly connected components, successors first.

Tarjan's algorithm as Pearce arranged it (A space-efficient algorithm for finding strongly connected components,
2016): one rank per state, and one array that holds the path from its front and the unfinished states from its back.
We run it without recursion and in portions, so that a run can be interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.graph.edges import edge_start
from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, i32, i64, u8
from oddsmith.space.space import Stored

OUTSIDE = 2**31 - 1
"""The rank of a state that is not looked at."""
PORTION = 4_000_000
"""States and transitions handled by one call of the compiled loop."""


@dataclass(frozen=True)
class Components:
    """`number[s]` is the component of state s (-1: not looked at); steps lead to equal or lower numbers."""

    count: int
    number: NDArray[np.int32]

    @cached_property
    def is_acyclic(self) -> bool:
        """Whether every component is a single state (which may loop)."""
        return self.count == int(np.count_nonzero(self.number >= 0))

    @cached_property
    def start(self) -> NDArray[np.int64]:
        """Component c holds the states `order[start[c]:start[c + 1]]`."""
        sizes = np.bincount(self.number[self.number >= 0], minlength=self.count)
        return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)

    @cached_property
    def order(self) -> NDArray[np.int32]:
        """The states, component by component, successors first."""
        order = np.empty(int(self.start[-1]), dtype=np.int32)
        tempo(_sort, len(self.number))(len(self.number), self.number, self.start.copy(), order)
        return order


def components(
    transitions: Stored, inside: NDArray[np.bool_] | None = None, context: Context | None = None
) -> Components:
    """The components of the graph of all choices, among the states `inside` (all, where not given)."""
    return components_of(edge_start(transitions), transitions.column, inside, context)


def components_of(
    start: NDArray[np.int64],
    column: NDArray[np.int32],
    inside: NDArray[np.bool_] | None = None,
    context: Context | None = None,
) -> Components:
    """The same for a graph given as compressed rows."""
    n = len(start) - 1
    rank = np.zeros(n, dtype=np.int32)
    if inside is not None:
        rank[~inside] = OUTSIDE
    root = np.zeros(n, dtype=np.uint8)
    stack = np.empty(n, dtype=np.int32)
    cursor = np.empty(n, dtype=np.int64)
    memory = np.array([0, 1, 0, 0, n], dtype=np.int64)
    function = tempo(_tarjan, n + len(column))
    while not function(n, PORTION, start, column, rank, root, stack, cursor, memory):
        if context is not None:
            context.check()
    number = np.where(rank == OUTSIDE, np.int32(-1), rank - np.int32(n + 1)).astype(np.int32)
    return Components(int(memory[2]), number)


@compiled
def _tarjan(  # noqa: PLR0915 one loop, so that plain Python can run it too
    n: i64,
    portion: i64,
    start: Array[i64],
    column: Array[i32],
    rank: Array[i32],
    root: Array[u8],
    stack: Array[i32],
    cursor: Array[i64],
    memory: Array[i64],
) -> i64:
    """Continue from `memory` = next start, next rank, next component, depth of the path, top of the unfinished."""
    begin = memory[0]
    index = memory[1]
    component = memory[2]
    depth = memory[3]
    top = memory[4]
    work = 0
    finished = 0
    while work < portion and finished == 0:
        if depth == 0:
            while begin < n and rank[begin] != 0:
                begin += 1
            if begin == n:
                finished = 1
                break
            rank[begin] = index
            index += 1
            root[begin] = 1
            stack[0] = begin
            cursor[0] = start[begin]
            depth = 1
        v = stack[depth - 1]
        position = cursor[depth - 1]
        end = start[v + 1]
        low = rank[v]
        deeper = -1
        work += 1
        while position < end:
            w = column[position]
            other = rank[w]
            if other == 0:
                deeper = w
                break
            if other < low:
                low = other
                root[v] = 0
            position += 1
            work += 1
        rank[v] = low
        if deeper >= 0:
            cursor[depth - 1] = position
            rank[deeper] = index
            index += 1
            root[deeper] = 1
            stack[depth] = deeper
            cursor[depth] = start[deeper]
            depth += 1
        else:
            depth -= 1
            if root[v] != 0:
                index -= 1
                while top < n and rank[stack[top]] >= low:
                    rank[stack[top]] = n + 1 + component
                    index -= 1
                    top += 1
                rank[v] = n + 1 + component
                component += 1
            else:
                top -= 1
                stack[top] = v
    memory[0] = begin
    memory[1] = index
    memory[2] = component
    memory[3] = depth
    memory[4] = top
    return finished


@compiled
def _sort(n: i64, number: Array[i32], place: Array[i64], order: Array[i32]) -> None:
    for state in range(n):
        c = number[state]
        if c >= 0:
            order[place[c]] = state
            place[c] += 1


def bottoms(transitions: Stored, found: Components) -> NDArray[np.bool_]:
    """Which components no step leaves: the recurrent classes of a chain."""
    closed = np.ones(found.count, dtype=np.bool_)
    start = edge_start(transitions)
    tempo(_closed, transitions.count)(transitions.size, start, transitions.column, found.number, closed)
    return closed


@compiled
def _closed(n: i64, start: Array[i64], column: Array[i32], number: Array[i32], closed: Array[u8]) -> None:
    for state in range(n):
        c = number[state]
        if c >= 0 and closed[c] != 0:
            for t in range(start[state], start[state + 1]):
                if number[column[t]] != c:
                    closed[c] = 0
