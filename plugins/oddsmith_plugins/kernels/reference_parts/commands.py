"""One command -> its choices in a state: which values can be chosen, what follows, what is gained."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from oddsmith.plugin import Call, Compiler, EvaluationError, Expr, Process, Summand
from oddsmith_plugins.kernels.reference_parts.draws import Draws, mentions, show
from oddsmith_plugins.kernels.reference_parts.updates import Updates

State = tuple[Any, ...]
Closure = Callable[[State], Any]


@dataclass(frozen=True)
class Choice:
    """One choice in one state; successors are packed, not merged."""

    targets: list[int]
    weights: list[Fraction]
    gains: list[Fraction]


class Command:
    """A summand, prepared: every expression is compiled once."""

    def __init__(self, summand: Summand, process: Process, offsets: Sequence[int], compiler: Compiler) -> None:
        names = [s.name for s in summand.sums]
        self.chosen: list[State] = list(product(*(s.values for s in summand.sums)))
        self.early = not mentions(summand.guard, set(names))
        self.guard: Closure = compiler.compile(summand.guard, () if self.early else names)
        self.branches: list[tuple[Draws, Updates]] = []
        for branch in summand.branches:
            draws = Draws(branch, compiler, names)
            self.branches.append((draws, Updates(branch, process, offsets, compiler, [*names, *draws.names])))
        rewards = {reward.name: number for number, reward in enumerate(process.rewards)}
        self.nothing = [Fraction(0)] * len(rewards)
        self.gains: list[tuple[int, Closure]] = []
        self.step_gains: list[tuple[int, Closure]] = []
        for gain in summand.gains:
            stepped = looks_ahead(gain.value)
            closure = compiler.compile(gain.value, names, with_next=stepped)
            (self.step_gains if stepped else self.gains).append((rewards[gain.reward], closure))

    def choices(self, packed: int, state: State) -> Iterator[tuple[State, Choice]]:
        """Every choice in the state, with the state and the chosen values."""
        if self.early and not self.guard(state):
            return
        for values in self.chosen:
            extended = (*state, *values) if values else state
            if self.early or self.guard(extended):
                yield extended, self._choice(packed, extended)

    def _choice(self, packed: int, state: State) -> Choice:
        targets: list[int] = []
        weights: list[Fraction] = []
        total = Fraction(0)
        for draws, updates in self.branches:
            outcomes, probability = draws.outcomes(state)
            total += probability
            for values, weight in outcomes:
                targets.append(updates.apply(packed, (*state, *values) if values else state))
                weights.append(weight)
        if total != 1:
            raise EvaluationError("E601", f"the probabilities of this command sum to {show(total)}, not to 1")
        return Choice(targets, weights, self._gained(self.gains, state))

    def step_gain(self, state: State, following: State) -> list[Fraction]:
        """What a step to the following state gains beyond the gain of the choice."""
        return self._gained(self.step_gains, (*state, *following))

    def _gained(self, gains: Sequence[tuple[int, Closure]], state: State) -> list[Fraction]:
        if not gains:
            return self.nothing
        result = list(self.nothing)
        for reward, closure in gains:
            result[reward] += closure(state)
        return result


def looks_ahead(expr: Expr) -> bool:
    """Whether `next(…)` stands in the expression."""
    if isinstance(expr, Call) and expr.function == "next":
        return True
    return any(looks_ahead(child) for child in expr.children())
