"""Reward items -> one state reward per structure, and gains at the steps whose actions they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from oddsmith.expr.nodes import Expr, Number
from oddsmith.process.process import Gain, Reward
from oddsmith.spec.ask import STEPS
from oddsmith.spec.game import RewardClause, RewardItem
from oddsmith.spec.lower.constants import Constants
from oddsmith.spec.lower.families import combinations, indexed_name
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
        return tuple(name for name, _, _ in self._members)

    @cached_property
    def _members(self) -> list[tuple[str, RewardClause, Scope]]:
        """Every reward of every family, with what names mean in it."""
        return [
            (indexed_name(clause.name, values), clause, scope)
            for clause in self.clauses
            for scope, values in combinations(clause.family, self.scope, self.constants)
        ]

    def states(self) -> tuple[Reward, ...]:
        """What each structure gains on leaving a state."""
        found = []
        for name, clause, scope in self._members:
            items = [item for item in clause.items if not item.actions]
            found.append(Reward(name, self._sum(items, scope), clause.span))
        return tuple(found)

    def gains(self, step: Step) -> tuple[Gain, ...]:
        """What each structure gains when this step is taken; names count as they were before hiding."""
        found = []
        for name, clause, scope in self._members:
            items = [item for item in clause.items if item.actions and step.matches(item.actions)]
            own = (gain for reward, gain in step.gains if reward == name)
            value = total((self._sum(items, scope), *own))
            if value != Number(0):
                found.append(Gain(name, value))
        return tuple(found)

    def _sum(self, items: Sequence[RewardItem], scope: Scope) -> Expr:
        simplified = self.constants.simplified
        return total(where(simplified(i.when, scope), simplified(i.gain, scope)) for i in items)


def step_reward() -> Reward:
    """The built-in reward, for games whose questions need it."""
    return Reward(STEPS, Number(1))
