"""Stored transitions -> what their graph tells, found once and used by all questions."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.graph.components import Components, bottoms, components
from oddsmith.graph.edges import standing
from oddsmith.graph.reverse import Reverse, reverse
from oddsmith.space.space import Stored


class Structure:
    """Facts about one set of transitions; each is computed when it is first asked for."""

    def __init__(self, transitions: Stored, context: Context) -> None:
        self.transitions = transitions
        self.context = context

    @property
    def is_chain(self) -> bool:
        """One choice in every state."""
        return self.transitions.choices == self.transitions.size

    @cached_property
    def components(self) -> Components:
        return components(self.transitions, context=self.context)

    @cached_property
    def closed(self) -> NDArray[np.bool_]:
        """Per component: no step leaves it."""
        return bottoms(self.transitions, self.components)

    @cached_property
    def recurrent(self) -> NDArray[np.bool_]:
        """The states of closed components."""
        return self.closed[self.components.number]

    @cached_property
    def ends_alone(self) -> bool:
        """Whether every closed component is a single state."""
        return int(np.count_nonzero(self.recurrent)) == int(np.count_nonzero(self.closed))

    @cached_property
    def back(self) -> Reverse:
        return reverse(self.transitions)

    @cached_property
    def standing(self) -> NDArray[np.bool_]:
        """Per choice: it surely stays in its state."""
        return standing(self.transitions)

    @property
    def owner(self) -> NDArray[np.int64]:
        return self.transitions.owner

    def some(self, choices: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The states with at least one such choice."""
        if self.is_chain:
            return choices
        return np.logical_or.reduceat(choices, self.transitions.starts[:-1])

    def all(self, choices: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The states that have only such choices."""
        if self.is_chain:
            return choices
        return np.logical_and.reduceat(choices, self.transitions.starts[:-1])

    def any_in_component(self, states: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Per component: it has such a state."""
        result = np.zeros(self.components.count, dtype=np.bool_)
        result[self.components.number[states]] = True
        return result
