"""A problem -> its open states: their components, and those among them whose values the graph tells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.components import Components, components
from oddsmith.solve.problem import Problem
from oddsmith.solve.settle import settle
from oddsmith.solve.structure import Structure


def open_components(problem: Problem, structure: Structure) -> Components:
    """The components of the states that are not fixed; known already where all cycles avoid the fixed states."""
    free = ~problem.fixed
    whole = structure.components
    if problem.transitions is structure.transitions:
        untouched = structure.is_chain and np.array_equal(problem.fixed, structure.recurrent)
        if whole.is_acyclic or untouched:
            return dense(np.where(free, whole.number, np.int32(-1)), whole.count)
    return components(problem.transitions, free, structure.context)


def dense(number: NDArray[np.int32], count: int) -> Components:
    """Components without empty ones among them, in the same order."""
    used = np.zeros(count + 1, dtype=np.bool_)
    used[number] = True
    used[count] = False
    renumbered = np.cumsum(used, dtype=np.int32)
    renumbered -= 1
    renumbered[count] = -1
    return Components(int(np.count_nonzero(used)), renumbered[number])


def with_settled(problem: Problem, found: Components) -> Problem:
    """The problem with its components, and (in a chain with cycles) with everything fixed that the graph tells."""
    if problem.side is not None or found.is_acyclic:
        return replace(problem, components=found.number)
    gain = problem.gain
    gaining = np.zeros(len(problem.fixed), dtype=np.bool_) if gain is None else (gain != 0).any(axis=1)
    rows, like = settle(problem.transitions, problem.fixed, problem.known, gaining, found)
    if not len(rows):
        return replace(problem, components=found.number)
    fixed, known, number = problem.fixed.copy(), problem.known, found.number.copy()
    fixed[rows] = True
    number[rows] = -1
    known[rows] = known[like]  # in place: it can be large, and nobody else has it yet
    exact = problem.exact_known
    if exact is not None:
        settled = dict(zip(rows.tolist(), like.tolist(), strict=True))
        exact = tuple(tuple(column[settled.get(s, s)] for s in range(len(column))) for column in exact)
    components_left = dense(number, found.count).number
    return replace(problem, fixed=fixed, known=known, exact_known=exact, components=components_left)
