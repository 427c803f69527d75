"""Questions about one game with rounds -> findings: those that a rotation makes alike are answered together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from oddsmith.plugin import (
    Boolean,
    Bounded,
    Context,
    Crossing,
    Finding,
    NoRoundsError,
    Process,
    Question,
    Rotation,
    Rounds,
    joined,
)
from oddsmith_plugins.solvers.rounds_parts.asked import Asked
from oddsmith_plugins.solvers.rounds_parts.ledger import Ledger
from oddsmith_plugins.solvers.rounds_parts.lengths import Lengths
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Vector
from oddsmith_plugins.solvers.rounds_parts.planner import Planner
from oddsmith_plugins.solvers.rounds_parts.program import Recipe
from oddsmith_plugins.solvers.rounds_parts.summing import Sum, Summing

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
        kinds = [(a.reward, a.steps, a.complement, a.gains, a.quantile) for a in (one, other)]
        same = kinds[0] == kinds[1]
        goal, stop, ends = one.goal, one.stop, one.ends
        for times in range(len(self.rounds.layers) if same else 0):
            if (goal, stop, ends) == (other.goal, other.stop, other.ends):
                return times
            if self.rotation is None or one.reward is not None or one.counts:
                return None
            goal, stop, ends = self.rotation.rows(goal), self.rotation.rows(stop), self.rotation.ends(ends)
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
        if one.steps is not None or one.counts:
            return self._counted(one, layers)
        operator = self.operate(Recipe(self.process, self.rounds, one))
        if one.reward is not None and not self._sure(one):
            raise NoRoundsError("it is not plain that the goal is always reached")
        found = self._total(operator, one, sorted(set(layers.values())), ", ".join(layers))
        return {name: Finding(self._value(found.bounds[layer], one), found.method) for name, layer in layers.items()}

    def _total(self, operator: Operator, one: Asked, layers: list[int], name: str) -> Sum:
        ceiling = 1.0 if one.reward is None else inf
        return Summing(operator, self.plan(operator), self.ledger, layers, ceiling, name).total()

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

    def _counted(self, one: Asked, layers: dict[str, int]) -> dict[str, Finding]:
        """Questions about numbers of steps."""
        lengths = self._lengths(one)
        if one.steps is not None:
            numbers = {name: lengths.within(one.steps, layer) for name, layer in layers.items()}
            return {
                name: Finding(self._value(found, one), f"rounds, {one.steps} steps") for name, found in numbers.items()
            }
        if one.quantile is None:
            return dict.fromkeys(layers, lengths.distribution(one.gains))

        def ever() -> Bounded:
            return self._total(lengths.operator, one, [0], f"{', '.join(layers)} at all").bounds[0]

        return dict.fromkeys(layers, lengths.quantile(Crossing.of(one.quantile, one.complement), ever))

    def _lengths(self, one: Asked) -> Lengths:
        def operator(asked: Asked) -> Operator:
            return self.operate(Recipe(self.process, self.rounds, asked))

        if not any(one.ends):
            whole = operator(one)
            return Lengths(whole, whole, None)
        nowhere = tuple(tuple(Boolean(False) for _ in row) for row in one.goal)
        decided = tuple(
            tuple(joined("or", pair) for pair in zip(*rows, strict=True))
            for rows in zip(one.goal, one.stop, strict=True)
        )
        edge = operator(replace(one, goal=nowhere, stop=decided)) if one.gains else None
        return Lengths(operator(one), operator(replace(one, ends=())), edge)
