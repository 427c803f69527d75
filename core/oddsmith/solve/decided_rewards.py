"""A gain where somebody decides -> equations with one solution; infinite where it has to be.

Largest gains are infinite where the goal can be missed, smallest where no choices reach it surely. For the smallest,
choices that may lose the goal are dropped, and components in which one can stay without a gain are merged (de Alfaro,
Computing minimum and maximum reachability times in probabilistic systems, 1999). Policies that then stay in a
component gain for ever: they are infinitely bad, and a policy that does reach the goal is handed to the solver.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from oddsmith.graph.contested import approach_against, miss_against, sure_against
from oddsmith.graph.ends import end_components
from oddsmith.graph.quotient import quotient
from oddsmith.graph.reach import Mask, approach, safe_choices
from oddsmith.graph.reverse import reverse
from oddsmith.graph.sure import sure_for_some
from oddsmith.solve import conduct
from oddsmith.solve.columns import reward_column
from oddsmith.solve.conditions import refuse
from oddsmith.solve.decided import Sides, can_enter, can_miss, leave_ends
from oddsmith.solve.gains import ChoiceGain
from oddsmith.solve.request import Request
from oddsmith.solve.structure import Structure


def reward_until(structure: Structure, goal: Mask, gain: ChoiceGain, initial: int, side: Sides) -> Request:
    """E(gain before the goal is reached) for the best (or worst) choices."""
    if structure.components.is_acyclic and not (structure.some(structure.standing) & ~goal).any():
        # nobody can stand still before the goal, so it cannot be missed
        return Request(structure.transitions, goal, (reward_column(structure.transitions, gain),), initial, side)
    if (side > 0).any() and (side < 0).any():
        return _disputed(structure, goal, gain, initial, side)
    if (side < 0).any():
        return _least(structure, goal, gain, initial, side)
    infinite = can_miss(structure, goal)
    column = reward_column(structure.transitions, gain, infinite)
    known = partial(conduct.missing, structure, goal)
    return Request(structure.transitions, goal | infinite, (column,), initial, side, conduct=known)


def _disputed(structure: Structure, goal: Mask, gain: ChoiceGain, initial: int, side: Sides) -> Request:
    """Two sides: infinite where the minimiser cannot enforce the goal; elsewhere no choice of his may lose it.

    If plays can still go on for ever, a way to enforce the goal is handed to the solver.
    """
    transitions, back = structure.transitions, structure.back
    if not can_miss(structure, goal).any():
        return Request(transitions, goal, (reward_column(transitions, gain),), initial, side)
    if gain.has_negative:
        raise negative("a goal that can be missed")
    ours = side < 0
    sure = sure_against(back, goal, ours)
    free = sure & ~goal
    column, known = reward_column(transitions, gain, ~sure), partial(miss_against, back, goal, ours)
    request = Request(transitions, ~free, (column,), initial, side, conduct=known)
    keep = safe_choices(back, sure) | ~free[structure.owner]
    small = request.through(quotient(transitions, np.full(len(free), -1, dtype=np.int32), keep))
    back = reverse(small.transitions)
    ends = end_components(small.transitions, back, ~small.fixed, context=structure.context)
    if not ends.states.any():
        return small
    assert small.side is not None
    everywhere = np.ones_like(small.fixed)
    return replace(small, stopping=False, proper=approach_against(back, small.fixed, small.side <= 0, everywhere))


def _least(structure: Structure, goal: Mask, gain: ChoiceGain, initial: int, side: Sides) -> Request:
    transitions, back = structure.transitions, structure.back
    sure = sure_for_some(back, goal)
    free = sure & ~goal
    safe = safe_choices(back, sure) & free[structure.owner]
    column = reward_column(transitions, gain, ~sure)
    request = Request(transitions, ~free, (column,), initial, side)
    ends = end_components(transitions, back, free, safe, structure.context)
    if ends.states.any():
        if gain.has_negative:
            raise negative("a component in which one can stay for ever")
        idle = end_components(transitions, back, free, safe & (gain.value == 0), structure.context)
        gaining = bool((ends.staying & (gain.value > 0)).any())
        keep = (safe & ~idle.staying) | ~free[structure.owner]
        small = request.through(quotient(transitions, idle.number, keep))
        return _with_proper(small) if gaining else small
    if bool((free[structure.owner] & ~safe).any()):
        keep = safe | ~free[structure.owner]
        return request.through(quotient(transitions, np.full(len(free), -1, dtype=np.int32), keep))
    return request


def _with_proper(request: Request) -> Request:
    back = reverse(request.transitions)
    free = ~request.fixed
    policy = approach(back, request.fixed, allowed=safe_choices(back, np.ones_like(free)) & free[back.owner])
    return replace(request, stopping=False, proper=policy)


def total_reward(structure: Structure, gain: ChoiceGain, initial: int, side: Sides) -> Request:
    """E(gain for ever) for the best (or worst) choices."""
    transitions, back = structure.transitions, structure.back
    ends = end_components(transitions, back, context=structure.context)
    inside = ends.number[structure.owner] >= 0
    leaving = structure.some(inside & ~ends.staying)
    if (side > 0).any() and (side < 0).any() and not gain.has_negative:
        return _total_disputed(structure, gain, initial, side)
    if gain.has_negative:
        if bool(leaving.any()) or bool((gain.value[ends.staying] != 0).any()):
            raise negative("a component in which one can stay for ever, or that gains for ever")
        return Request(transitions, ends.states, (reward_column(transitions, gain),), initial, side)
    if (side < 0).any():
        idle = end_components(transitions, back, allowed=gain.value == 0, context=structure.context)
        request = reward_until(structure, idle.states, gain, initial, side)
        return replace(request, conduct=partial(conduct.first_of, structure, idle.staying))
    gaining = np.zeros(len(inside), dtype=np.bool_)
    gaining[ends.staying & (gain.value > 0)] = True
    rich = np.zeros(max(ends.count, 1), dtype=np.bool_)
    rich[ends.number[structure.owner[gaining]]] = True
    infinite = can_enter(structure, ends.states & rich[ends.number])
    open_ends = np.zeros(max(ends.count, 1), dtype=np.bool_)
    open_ends[ends.number[leaving]] = True
    shut = ends.states & ~open_ends[ends.number]
    column = reward_column(transitions, gain, infinite)
    known = partial(conduct.gaining, structure, ends, gain.value > 0)
    return leave_ends(structure, Request(transitions, infinite | shut, (column,), initial, side, conduct=known))


def _total_disputed(structure: Structure, gain: ChoiceGain, initial: int, side: Sides) -> Request:
    """Two sides: fixed is where nothing can be gained any more, and where the minimiser can stand still for nothing."""
    transitions, back = structure.transitions, structure.back
    standing = structure.standing & (gain.value == 0) & (side < 0)[structure.owner]
    stand = structure.some(standing)
    fixed = ~can_enter(structure, structure.some(gain.value > 0)) | stand
    ends = end_components(transitions, back, ~fixed, context=structure.context)
    column = reward_column(transitions, gain)
    known = partial(conduct.first_of, structure, standing)
    return Request(transitions, fixed, (column,), initial, side, stopping=not ends.states.any(), conduct=known)


def negative(where: str) -> Exception:
    """Negative gains are refused where the sum need not exist."""
    return refuse(
        "E503",
        f"negative gains together with {where}",
        why="the expected gain need not have a value there",
        fix="ask up to a goal that is always reached, or for a number of steps (`C<=k`)",
    )
