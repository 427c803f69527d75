"""A goal or a gain in a chain -> the linear equations for it.

Fixed are the goal, what ends the path, and the recurrent classes (whose value is known from the graph alone): so
questions about the ends of a game share their fixed states, and one factorisation.
"""

from __future__ import annotations

import numpy as np

from oddsmith.graph.reach import Mask, can_reach
from oddsmith.solve.columns import probability_column, reward_column
from oddsmith.solve.gains import ChoiceGain
from oddsmith.solve.request import Request
from oddsmith.solve.structure import Structure


def reach(structure: Structure, goal: Mask, through: Mask | None, initial: int) -> Request:
    """P(through U goal)."""
    if structure.ends_alone:
        column = probability_column(structure.transitions, goal)
        fixed = goal | structure.recurrent if through is None else goal | structure.recurrent | ~through
        return Request(structure.transitions, fixed, (column,), initial, ceiling=1.0)
    blocked = np.zeros_like(goal) if through is None else ~through & ~goal
    with_goal = structure.any_in_component(goal)
    with_block = structure.any_in_component(blocked)
    clear = (structure.closed & ~(with_goal & with_block))[structure.components.number]
    one = goal | (clear & with_goal[structure.components.number])
    column = probability_column(structure.transitions, one)
    return Request(structure.transitions, goal | blocked | clear, (column,), initial, ceiling=1.0)


def reward_until(structure: Structure, goal: Mask, gains: tuple[ChoiceGain, ...], initial: int) -> Request:
    """E(gain before the goal is reached), infinite where it is missed with a positive probability."""
    if structure.ends_alone:
        missing = structure.recurrent & ~goal
    else:
        missing = (structure.closed & ~structure.any_in_component(goal))[structure.components.number]
    infinite = can_reach(structure.back, missing, ~goal) if missing.any() else missing
    columns = tuple(reward_column(structure.transitions, gain, infinite) for gain in gains)
    return Request(structure.transitions, goal | infinite, columns, initial)


def total_reward(structure: Structure, gain: ChoiceGain, initial: int) -> Request:
    """E(gain for ever) of gains that are not negative: infinite where a recurrent class that gains is reached."""
    gaining = structure.any_in_component(gain.value > 0)[structure.components.number] & structure.recurrent
    infinite = can_reach(structure.back, gaining) if gaining.any() else gaining
    column = reward_column(structure.transitions, gain, infinite)
    return Request(structure.transitions, structure.recurrent | infinite, (column,), initial)
