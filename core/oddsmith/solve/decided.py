"""A goal or a gain where somebody decides -> equations with one solution.

Where somebody can stay for ever without a gain (end components), the equations have many solutions; such components
are merged into one state that keeps only the choices that leave it (Haddad & Monmege, Interval iteration algorithm
for MDPs and IMDPs, 2018; Ciesinski et al., Reduction techniques for model checking MDPs, 2008).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.contested import approach_against, out_of_reach, sure_against
from oddsmith.graph.ends import end_components
from oddsmith.graph.quotient import quotient
from oddsmith.graph.reach import Mask, can_reach
from oddsmith.graph.sure import impossible_for_all, impossible_for_some, sure_for_all, sure_for_some
from oddsmith.solve import conduct
from oddsmith.solve.columns import probability_column
from oddsmith.solve.request import Request
from oddsmith.solve.structure import Structure

Sides = NDArray[np.int8]


def sides(structure: Structure, sign: int) -> Sides:
    """Everybody who decides wants the same."""
    return np.where(np.diff(structure.transitions.starts) > 1, sign, 0).astype(np.int8)


def reach(structure: Structure, goal: Mask, through: Mask | None, initial: int, side: Sides) -> Request:
    """P(through U goal) for the best (or worst) choices."""
    if (side > 0).any() and (side < 0).any():
        return _reach_disputed(structure, goal, through, initial, side)
    maximise = not (side < 0).any()
    if structure.components.is_acyclic:
        zero, one = _acyclic_sets(structure, goal, through, maximise)
    elif maximise:
        zero = impossible_for_all(structure.back, goal, through)
        one = sure_for_some(structure.back, goal, through)
    else:
        zero = impossible_for_some(structure.back, goal, through)
        one = sure_for_all(structure.back, goal, through)

    def known() -> NDArray[np.int64]:
        if maximise:
            return conduct.reaching(structure, goal, through, one)
        return conduct.avoiding(structure, zero, through)

    column = probability_column(structure.transitions, one)
    request = Request(structure.transitions, zero | one, (column,), initial, side, ceiling=1.0, conduct=known)
    return leave_ends(structure, request) if maximise else request


def _acyclic_sets(structure: Structure, goal: Mask, through: Mask | None, maximise: bool) -> tuple[Mask, Mask]:
    """One sweep solves everything here: fixed need only be what ends a path and where one can stand still."""
    blocked = np.zeros_like(goal) if through is None else ~through
    still = structure.all(structure.standing) if maximise else structure.some(structure.standing)
    return (blocked | still) & ~goal, goal


def leave_ends(structure: Structure, request: Request) -> Request:
    """The request with the end components of its open states merged; nobody can stay in them any more."""
    free = ~request.fixed
    if structure.components.is_acyclic:
        if not (structure.some(structure.standing) & free).any():
            return request
        staying = structure.standing & free[structure.owner]
        number = np.full(len(free), -1, dtype=np.int32)
    else:
        ends = end_components(structure.transitions, structure.back, free, context=structure.context)
        staying, number = ends.staying, ends.number
    if not staying.any():
        return request
    return request.through(quotient(structure.transitions, number, ~staying))


def _reach_disputed(structure: Structure, goal: Mask, through: Mask | None, initial: int, side: Sides) -> Request:
    """Two sides: fixed is where one of them can enforce 0 or 1.

    End components that remain are left to the solver: which exits count depends on both sides.
    """
    back, ours = structure.back, side >= 0
    if structure.components.is_acyclic:
        zero, one = impossible_for_all(back, goal, through) | (can_stand(structure, side) & ~goal), goal
    else:
        zero, one = out_of_reach(back, goal, ours, through), sure_against(back, goal, ours, through)

    def known() -> NDArray[np.int64]:
        return conduct.either(approach_against(back, goal, ours, one), conduct.avoiding(structure, zero, through))

    fixed, column = zero | one, probability_column(structure.transitions, one)
    ends = end_components(structure.transitions, back, ~fixed, context=structure.context)
    stopping = not ends.states.any()
    return Request(
        structure.transitions, fixed, (column,), initial, side, stopping=stopping, ceiling=1.0, conduct=known
    )


def can_stand(structure: Structure, side: Sides) -> Mask:
    """Where the minimiser decides and can stay in the state for ever."""
    return structure.some(structure.standing) & (side < 0)


def can_miss(structure: Structure, goal: Mask) -> Mask:
    """Where some choices miss the goal with a positive probability."""
    return ~sure_for_all(structure.back, goal)


def can_enter(structure: Structure, states: Mask) -> Mask:
    """Where some choices reach one of the states with a positive probability."""
    return can_reach(structure.back, states)
