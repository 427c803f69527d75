"""A game tree with its questions -> what its solvers work with: plays, payoffs, who decides, who wants what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.expr.nodes import Expr
from oddsmith.process.process import Process
from oddsmith.process.question import Distribution, Expectation, Probability, Question
from oddsmith.solve.conditions import Truth, refuse
from oddsmith.space.space import StateSpace
from oddsmith.tree.exact import ExactPlays, Fractions, exact_chance
from oddsmith.tree.measure import exact_payoff, exact_reward_payoff, payoff, reward_payoff
from oddsmith.tree.plays import Plays
from oddsmith.tree.tree import GameTree, Vector
from oddsmith.tree.unfold import unfold


@dataclass(frozen=True)
class Unfolded:
    """A tree and how its questions are measured on it."""

    process: Process
    tree: GameTree
    truth: Truth

    @classmethod
    def of(cls, process: Process, space: StateSpace, formulas: tuple[Expr, ...], context: Context) -> Unfolded:
        """Unfold a space that was built with these formulas as its conditions."""
        return cls(process, unfold(process, space, context), Truth(space, formulas))

    @cached_property
    def plays(self) -> Plays:
        return Plays.of(self.tree)

    @cached_property
    def exact(self) -> ExactPlays | None:
        """The same in fractions, where the space has them."""
        chance = exact_chance(self.tree)
        return None if chance is None else ExactPlays(self.plays, chance)

    @cached_property
    def deciders(self) -> tuple[int, ...]:
        """The players who have something to decide."""
        return tuple(int(player) for player in np.unique(self.tree.information.player))

    @cached_property
    def wanted(self) -> NDArray[np.float64]:
        """[players, leaves]: what each player wants of each play; zero for players who want nothing."""
        found = [np.zeros(self.plays.count) if w is None else reward_payoff(self.tree, w) for w in self.tree.wants]
        return np.array(found).reshape(len(self.tree.players), self.plays.count)

    @cached_property
    def exact_wanted(self) -> list[Fractions]:
        """The same in fractions."""
        return [exact_reward_payoff(self.tree, want) for want in self.tree.wants if want is not None]

    @property
    def opposed(self) -> bool:
        """Whether two players decide, and what one gains the other loses (up to a constant)."""
        if len(self.deciders) != 2 or any(self.tree.wants[player] is None for player in self.deciders):
            return False
        total = self.wanted[list(self.deciders)].sum(axis=0)
        return bool(np.ptp(total) <= 1e-12 * max(1.0, float(np.abs(self.wanted).max())))

    def payoff(self, question: Question) -> Vector:
        """[leaves]: what the question measures of each play."""
        return payoff(self.tree, _measure(question), self.truth)

    def exact_payoff(self, question: Question) -> Fractions:
        """The same in fractions."""
        return exact_payoff(self.tree, _measure(question), self.truth)


def _measure(question: Question) -> Probability | Expectation | Distribution:
    measure = question.measure
    if not isinstance(measure, Probability | Expectation | Distribution):
        raise refuse("E503", "only P, R and dist are asked of games with hidden information", question.span)
    return measure
