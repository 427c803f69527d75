"""A problem -> how wide its components are, for an estimate of what elimination would cost."""

from __future__ import annotations

import numpy as np

from oddsmith.plugin import Array, Problem, compiled, f64, i32, i64, inf
from oddsmith_plugins.solvers.parts import components_of


@compiled
def rank_in_component(size: i64, number: Array[i32], count: Array[i64], rank: Array[i32]):
    """Number the states of each component in their order."""
    for state in range(size):
        c = number[state]
        if c >= 0:
            rank[state] = count[c]
            count[c] += 1


@compiled
def widest_steps(
    size: i64,
    most: f64,
    start: Array[i64],
    column: Array[i32],
    number: Array[i32],
    rank: Array[i32],
    sizes: Array[i64],
    width: Array[i64],
) -> i64:
    """Per component the greatest distance in rank that a step within it bridges; 0 if one exceeds the most work."""
    for state in range(size):
        c = number[state]
        if c >= 0:
            widest = width[c]
            for t in range(start[state], start[state + 1]):
                if number[column[t]] == c:
                    widest = max(widest, abs(rank[column[t]] - rank[state]))
            if widest > width[c]:
                width[c] = widest
                if f64(sizes[c]) * f64(widest) * f64(widest) > most:
                    return 0
    return 1


def band_of(problem: Problem, most: float) -> tuple[float, float]:
    """Multiplications and numbers in memory that elimination needs; infinite if one component needs more than most."""
    transitions = problem.transitions
    found = components_of(problem)
    sizes = np.zeros(found.count, np.int64)
    rank = np.zeros(transitions.size, np.int32)
    rank_in_component(transitions.size, found.number, sizes, rank)
    width = np.zeros(found.count, np.int64)
    start = (
        transitions.row_start if transitions.choice_start is None else transitions.row_start[transitions.choice_start]
    )
    if not widest_steps(transitions.size, most, start, transitions.column, found.number, rank, sizes, width):
        return inf, inf
    reach = np.minimum(width, sizes).astype(float)
    return float(np.sum(sizes * reach * (reach + 4))), float(np.sum(sizes * (2 * reach + 1)))
