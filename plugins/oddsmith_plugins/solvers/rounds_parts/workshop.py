"""Questions about one game with rounds -> findings: those that a rotation makes alike are answered together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from oddsmith.plugin import Boolean, Bounded, Context, Finding, NoRoundsError, Process, Question, Rotation, Rounds
from oddsmith_plugins.solvers.rounds_parts.asked import Asked
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.planner import Planner
from oddsmith_plugins.solvers.rounds_parts.program import Recipe
from oddsmith_plugins.solvers.rounds_parts.summing import Summing

Posed = tuple[Question, Asked]
MOST_SURE_ROUNDS = 500


@dataclass(frozen=True)
class Workshop:
    """One game."""

    process: Process
    rounds: Rounds
    rotation: Rotation | None
    context: Context
    operate: Callable[[Recipe], Operator]
    """Where vectors lie and who sweeps them."""
    plan: Callable[[Operator], Planner]
    ledger: Ledger

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
        operator = self.operate(Recipe(self.process, self.rounds, one))
        if one.steps is not None:
            return self._bounded(operator, one, layers)
        if one.reward is not None and not self._sure(one):
            raise NoRoundsError("it is not plain that the goal is always reached")
        ceiling = 1.0 if one.reward is None else inf
        wanted = sorted(set(layers.values()))
        found = Summing(operator, self.plan(operator), self.ledger, wanted, ceiling, ", ".join(layers)).total()
        return {name: Finding(self._value(found.bounds[layer], one), found.method) for name, layer in layers.items()}

    def check_faults(self) -> None:
        """NoRoundsError if what must not happen can happen: then the states must be looked at to tell how.

        x = 0, F x, F F x, … with mistakes worth one: where it is not zero a mistake can be reached. These cells become
        more until a round adds none.
        """
        if not self.rounds.fault:
            return
        nowhere = tuple(tuple(Boolean(False) for _ in layer.rows) for layer in self.rounds.layers)
        operator = self.operate(Recipe(self.process, self.rounds, Asked(nowhere, nowhere, reward=""), faults=True))
        x = operator.zeros()
        before, now = -1.0, 0.0
        while now != before:
            ((seen, *_),), before = operator.rounds(x, 1.0), now
            counts = operator.parts(lambda part: np.count_nonzero(x[part]))
            now = operator.team.join(float(sum(counts)), "sum")
            if seen:
                raise NoRoundsError(self.rounds.fault)

    def _value(self, bounds: Bounded, one: Asked) -> Bounded:
        return bounds.complement() if one.complement else bounds

    def _sure(self, one: Asked) -> bool:
        """Whether the goal is reached for sure, from every cell: after some rounds no cell is sure to be under way."""
        operator = self.operate(Recipe(self.process, self.rounds, Asked(one.goal, one.stop, reward=""), stays=True))
        still = operator.zeros()
        operator.layout.cells(still)[...] = 1.0
        for count in range(1, MOST_SURE_ROUNDS):
            operator.rounds(still, 0.0)
            if count % 4 == 0 and self._largest(operator, still) < 1 - 1e-9 - operator.error * count:
                return True
        return False

    def _largest(self, operator: Operator, x: Vector) -> float:
        found = operator.parts(lambda part: float(x[part].max()))
        return operator.team.join(max(found, default=0.0), "max")

    def _bounded(self, operator: Operator, one: Asked, layers: dict[str, int]) -> dict[str, Finding]:
        """At most so many steps: one sweep for each, backwards from the turn in which they are over."""
        assert one.steps is not None
        count = len(self.rounds.layers)
        error = (one.steps + 1) * operator.error
        found: dict[str, Finding] = {}
        for name, layer in layers.items():
            x = operator.zeros()
            for step in range(one.steps, -1, -1):
                self.context.check()
                operator.layer((layer + step) % count, x, 1.0)
            value = operator.at_start(x)
            bounds = Bounded(value, value * (1 - error), value * (1 + error)).within(0.0, 1.0)
            found[name] = Finding(self._value(bounds, one), f"rounds, {one.steps} steps")
        return found
