"""Graph facts -> choices that make them true: what to do where the value is known without solving anything.

Each function gives a choice per state, or -1 where it has none to give.
"""

from __future__ import annotations

import numpy as np

from oddsmith.graph.ends import EndComponents
from oddsmith.graph.reach import Mask, approach, safe_choices
from oddsmith.graph.sure import impossible_for_some
from oddsmith.solve.strategy import Choices
from oddsmith.solve.structure import Structure


def first_of(structure: Structure, choices: Mask) -> Choices:
    """The first of these choices in each state."""
    places = np.flatnonzero(choices)[::-1]
    result = np.full(structure.transitions.size, -1, dtype=np.int64)
    result[structure.owner[places]] = places
    return result


def either(one: Choices, other: Choices) -> Choices:
    """The first ones, and the second ones where these give none."""
    return np.where(one >= 0, one, other)


def reaching(structure: Structure, goal: Mask, through: Mask | None, sure: Mask) -> Choices:
    """Where the goal can be reached surely: how; inside `sure` one steps nearer to it again and again."""
    passing = sure if through is None else sure & through
    return approach(structure.back, goal, passing, safe_choices(structure.back, sure))


def avoiding(structure: Structure, safe: Mask, through: Mask | None = None) -> Choices:
    """Where one can stay in `safe` for ever: how; outside `through` nothing matters."""
    stay = first_of(structure, safe_choices(structure.back, safe))
    return stay if through is None else np.where(through, stay, -1)


def missing(structure: Structure, goal: Mask) -> Choices:
    """Where the goal can be missed with a positive probability: how."""
    avoid = impossible_for_some(structure.back, goal)
    return either(avoiding(structure, avoid), approach(structure.back, avoid, ~goal))


def gaining(structure: Structure, ends: EndComponents, gains: Mask) -> Choices:
    """Where one can gain for ever: step to a component with a choice that gains, and take it again and again."""
    useful = first_of(structure, ends.staying & gains)
    sources = useful >= 0
    inside = approach(structure.back, sources, ends.states, ends.staying)
    rich = sources | (inside >= 0)
    return either(either(useful, inside), approach(structure.back, rich))
