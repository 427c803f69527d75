"""Questions about one game with rounds -> findings: those that a rotation makes alike are answered together."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from oddsmith.plugin import Boolean, Bounded, Context, Finding, NoRoundsError, Process, Question, Rotation, Rounds
from oddsmith_plugins.solvers.rounds_parts.asked import Asked
from oddsmith_plugins.solvers.rounds_parts.box import initial, length, ones
from oddsmith_plugins.solvers.rounds_parts.operator import Operator
from oddsmith_plugins.solvers.rounds_parts.program import Ends, program
from oddsmith_plugins.solvers.rounds_parts.series import UNIT, Series

Posed = tuple[Question, Asked]
MOST_SURE_ROUNDS = 500


@dataclass(frozen=True)
class Workshop:
    """One game."""

    process: Process
    rounds: Rounds
    rotation: Rotation | None
    context: Context

    def alike(self, posed: list[Posed]) -> list[Posed]:
        """The first question, and all that are the same seen from another player."""
        first = posed[0]
        return [first, *(item for item in posed[1:] if self._turned(first[1], item[1]) is not None)]

    def _turned(self, one: Asked, other: Asked) -> int | None:
        """How often `one` must be rotated to become `other`."""
        same = (one.reward, one.steps, one.complement) == (other.reward, other.steps, other.complement)
        goal, stop = one.goal, one.stop
        for times in range(len(self.rounds.layers) if same else 0):
            if (goal, stop) == (other.goal, other.stop):
                return times
            if self.rotation is None or one.reward is not None:
                return None
            goal, stop = self.rotation.rows(goal), self.rotation.rows(stop)
        return None

    def solve(self, group: list[Posed]) -> dict[str, Finding]:
        """The findings of questions that are alike."""
        one = group[0][1]
        layers: dict[str, int] = {}
        for question, other in group:
            times = self._turned(one, other)
            assert times is not None
            shift = self.rotation.shift if self.rotation is not None else 0
            layers[question.name] = -times * shift % len(self.rounds.layers)
        operator = self._operator(one)
        name = ", ".join(layers)
        if one.steps is not None:
            return self._bounded(operator, one, layers)
        if one.reward is not None and not self._sure(one):
            raise NoRoundsError("it is not plain that the goal is always reached")
        series = Series(operator, self.context, length(self.rounds), initial(self.rounds))
        ceiling = 1.0 if one.reward is None else inf
        series.finish(sorted(set(layers.values())), ceiling, name)
        return {
            name: Finding(
                self._value(series.bounds(layer).within(0.0, ceiling), one), f"rounds, {series.rounds} of them"
            )
            for name, layer in layers.items()
        }

    def check_faults(self) -> None:
        """NoRoundsError if what must not happen can happen: then the states must be looked at to tell how.

        x = 0, F x, F F x, … with mistakes worth one: where it is not zero a mistake can be reached. These cells become
        more until a round adds none.
        """
        if not self.rounds.fault:
            return
        nowhere = tuple(tuple(Boolean(False) for _ in layer.rows) for layer in self.rounds.layers)
        operator = self._operator(Asked(nowhere, nowhere, reward=""), faults=True)
        x = np.zeros(length(self.rounds))
        before, now = -1, 0
        while now != before:
            (seen, *_), before = operator.round(x, 1.0, initial(self.rounds)), now
            now = int(np.count_nonzero(x))
            if seen:
                raise NoRoundsError(self.rounds.fault)

    def _operator(self, one: Asked, stays: bool = False, faults: bool = False) -> Operator:
        programs = tuple(
            program(
                self.process, self.rounds, layer, Ends(one.goal[k], one.stop[k], stays, faults), one.reward, f"turn{k}"
            )
            for k, layer in enumerate(self.rounds.layers)
        )
        return Operator(programs, self.context)

    def _value(self, bounds: Bounded, one: Asked) -> Bounded:
        return bounds.complement() if one.complement else bounds

    def _sure(self, one: Asked) -> bool:
        """Whether the goal is reached for sure, from every cell: after some rounds no cell is sure to be under way."""
        operator = self._operator(Asked(one.goal, one.stop, reward=""), stays=True)
        self.context.need(8 * length(self.rounds), f"one vector over {self.rounds.cells:,} cells")
        still = ones(self.rounds)
        for count in range(1, MOST_SURE_ROUNDS):
            operator.round(still, 0.0, 0)
            if count % 4 == 0 and still.max() < 1 - 1e-9:
                return True
        return False

    def _bounded(self, operator: Operator, one: Asked, layers: dict[str, int]) -> dict[str, Finding]:
        """At most so many steps: one sweep for each, backwards from the turn in which they are over."""
        assert one.steps is not None
        count = len(self.rounds.layers)
        error = (one.steps + 1) * max(p.entries + 8 for p in operator.programs) * UNIT * 1.01
        found: dict[str, Finding] = {}
        for name, layer in layers.items():
            x = np.zeros(length(self.rounds))
            for step in range(one.steps, -1, -1):
                self.context.check()
                operator.layer((layer + step) % count, x, 1.0)
            value = float(x[initial(self.rounds)])
            bounds = Bounded(value, value * (1 - error), value * (1 + error)).within(0.0, 1.0)
            found[name] = Finding(self._value(bounds, one), f"rounds, {one.steps} steps")
        return found
