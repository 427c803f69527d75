"""Reward items -> one state reward per structure, and gains at the steps whose actions they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from oddsmith.expr.nodes import Expr, Number
from oddsmith.process.process import Gain, Reward
from oddsmith.spec.ask import STEPS
from oddsmith.spec.game import RewardClause, RewardItem
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.logic import total, where
from oddsmith.spec.lower.scope import Scope
from oddsmith.spec.lower.steps import Step


@dataclass(frozen=True)
class Rewards:
    """The reward structures of a game, in the scope outside of all modules."""

    clauses: Sequence[RewardClause]
    scope: Scope
    constants: Constants

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(clause.name for clause in self.clauses)

    def states(self) -> tuple[Reward, ...]:
        """What each structure gains on leaving a state."""
        found = []
        for clause in self.clauses:
            items = [item for item in clause.items if not item.actions]
            found.append(Reward(clause.name, self._sum(items), clause.span))
        return tuple(found)

    def gains(self, step: Step) -> tuple[Gain, ...]:
        """What each structure gains when this step is taken; names count as they were before hiding."""
        found = []
        for clause in self.clauses:
            items = [item for item in clause.items if item.actions and step.matches(item.actions)]
            value = self._sum(items)
            if value != Number(0):
                found.append(Gain(clause.name, value))
        return tuple(found)

    def _sum(self, items: Sequence[RewardItem]) -> Expr:
        simplified = self.constants.simplified
        return total(where(simplified(i.when, self.scope), simplified(i.gain, self.scope)) for i in items)


def step_reward() -> Reward:
    """The built-in reward, for games whose questions need it."""
    return Reward(STEPS, Number(1))
