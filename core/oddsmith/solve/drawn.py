"""A solved request -> a choice for every state of the space.

Where end components were merged into one state, whoever wants to leave goes to the state that has the chosen way out,
by choices that surely stay in the component until then: these reach it almost surely (Ciesinski et al. 2008).
Whoever has nothing to leave for stays. Fixed states do what makes their value true (see `conduct`).
"""

from __future__ import annotations

import numpy as np

from oddsmith.graph.quotient import Quotient
from oddsmith.graph.reach import Mask, approach
from oddsmith.solve.conduct import either, first_of
from oddsmith.solve.request import Request
from oddsmith.solve.solution import Solution
from oddsmith.solve.strategy import Choices
from oddsmith.solve.structure import Structure
from oddsmith.space.space import Stored


def drawn(request: Request, solution: Solution, structure: Structure) -> tuple[Choices, Mask]:
    """The choice of each state of the space; and the states in which no choice matters any more."""
    starts = request.transitions.starts[:-1]
    chosen = greedy(request, solution) if solution.strategy is None else solution.strategy
    chosen = np.where(chosen < 0, starts, chosen)
    chosen[request.fixed] = -1
    if request.lift is not None:
        chosen = unmerged(request.lift, structure, chosen)
    decided = request.conduct() if request.conduct is not None else np.full(len(chosen), -1, dtype=np.int64)
    fixed = request.base.fixed
    free = fixed & (decided < 0)
    everywhere = structure.transitions.starts[:-1]
    return either(np.where(fixed, decided, chosen), everywhere), free


def greedy(request: Request, solution: Solution) -> Choices:
    """The first of the choices that are best by the values, for solvers that tell no strategy."""
    worth = worths(request.transitions, request.columns[0].gain, solution.value[:, 0])
    if request.side is None:
        return np.full(request.transitions.size, -1, dtype=np.int64)
    sign = np.where(request.side < 0, -1.0, 1.0)[request.transitions.owner]
    seen = np.where(np.isnan(worth), -np.inf, worth * sign)
    top = np.maximum.reduceat(seen, request.transitions.starts[:-1])
    best = np.flatnonzero(seen == top[request.transitions.owner])[::-1]
    result = np.full(request.transitions.size, -1, dtype=np.int64)
    result[request.transitions.owner[best]] = best
    return result


def worths(transitions: Stored, gain: np.ndarray | None, value: np.ndarray) -> np.ndarray:
    """gain(j) + sum over t of weight(t) value(column(t)), for every choice j."""
    with np.errstate(invalid="ignore"):
        sums = np.add.reduceat(transitions.weight * value[transitions.column], transitions.row_start[:-1])
        return sums if gain is None else sums + gain


def unmerged(small: Quotient, structure: Structure, chosen: Choices) -> Choices:
    """Choices of the space from choices of a quotient; -1 stays -1."""
    old = np.where(chosen < 0, -1, small.choice[chosen])
    result = np.full(len(small.state), -1, dtype=np.int64)
    exits = old[old >= 0]
    result[structure.owner[exits]] = exits
    inner = inner_choices(small, structure)
    undecided = (chosen[small.state] >= 0) & (result < 0)
    if undecided.any():
        result = either(result, approach(structure.back, result >= 0, undecided, inner))
        result = np.where(undecided & (result < 0), first_of(structure, inner), result)
    return result


def inner_choices(small: Quotient, structure: Structure) -> Mask:
    """The choices that were dropped because they surely stay in a merged component."""
    transitions = structure.transitions
    home = np.repeat(small.state[structure.owner], np.diff(transitions.row_start))
    inside = np.logical_and.reduceat(small.state[transitions.column] == home, transitions.row_start[:-1])
    inside[small.choice[small.choice >= 0]] = False
    return inside
