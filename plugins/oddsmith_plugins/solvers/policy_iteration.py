"""Decision process of one side -> proved values and a strategy: evaluate a policy, improve it, until nothing is better.

Howard's policy iteration (1960). The chain of a policy is solved by elimination in double the usual precision (see
`refinement`); a choice replaces the policy's only if it is better by more than the rounding that was made, so the
policies cannot go round in circles. It stops when no choice is better by more than that, and the certificate over all
choices bounds what may have been missed. Begins with choices that reach the fixed states for sure; then all policies
met do so (Bertsekas & Tsitsiklis 1991). Unlike iteration over values its effort does not grow as the game slows down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Trait, hookimpl
from oddsmith_plugins.solvers.bounds import UNIT, present
from oddsmith_plugins.solvers.elimination import BAND_WORK, Elimination
from oddsmith_plugins.solvers.magnitude import magnified, shrink
from oddsmith_plugins.solvers.refinement import Factors, Refined, cover, refine
from oddsmith_plugins.solvers.rows import graph_of, residuals, shortfall
from oddsmith_plugins.solvers.structure import band_of
from oddsmith_plugins.solvers.system import System, policy_system, scatter, system_of

COVERS = 60
"""Attempts at a bound of the error."""

Vector = NDArray[np.float64]
Choices = NDArray[np.int64]
Factorise = Callable[[System, Context], Factors]
"""The equations of one policy -> what solves them; only the newest is used."""


@dataclass(frozen=True)
class PolicyIteration(Solver):
    """Evaluate and improve; for decisions in games that end slowly."""

    rounds: int = 1000
    """Most policies tried."""

    name: ClassVar[str] = "policy-iteration"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.ONE_SIDED, Trait.STORED, Trait.UNBOUNDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS, Promise.STRATEGY})

    def cost(self, problem: Problem) -> float:
        work, cells = band_of(problem, BAND_WORK)
        if cells > 3e8 or problem.side is None:
            return inf
        return 0.02 + problem.columns * 8 * (5e-10 * work + 8e-9 * cells + 1e-7 * problem.transitions.count)

    def solve(self, problem: Problem, context: Context) -> Solution:
        return optimised(problem, context, self.rounds, Elimination)


def optimised(problem: Problem, context: Context, rounds: int, factorise: Factorise, how: str = "") -> Solution:
    """The best of all policies; each is evaluated with the factors of its chain."""
    system, power = magnified(system_of(problem))
    lower, upper = np.empty((system.size, problem.columns)), np.empty((system.size, problem.columns))
    strategy = np.full(problem.transitions.size, -1, dtype=np.int64)
    tried = 0
    for column in range(problem.columns):
        part = system.take(np.array([column]))
        search = Search(part, first_policy(problem, part), context, factorise)
        lower[:, column : column + 1], upper[:, column : column + 1] = search.run(rounds)
        tried = max(tried, search.tried)
        if column == 0:
            several = np.diff(problem.transitions.starts)[part.state] > 1
            strategy[part.state[several]] = part.choice[search.policy[several]]
    shrink(lower, power, -np.inf)
    shrink(upper, power, np.inf)
    method = f"policy iteration{how}, {tried} polic{'y' if tried == 1 else 'ies'}"
    low, high = scatter(problem, system, lower), scatter(problem, system, upper)
    return present(problem, context, low, high, method, strategy, {"policies": float(tried)})


def first_policy(problem: Problem, system: System) -> Choices:
    """The problem's own proper policy; where every policy is proper, the first choices."""
    starts = starts_of(system)
    if problem.proper is None:
        return starts[:-1].copy()
    place = np.full(problem.transitions.choices, -1, dtype=np.int64)
    place[system.choice] = np.arange(len(system.choice))
    chosen = place[problem.proper[system.state]]
    return np.where(chosen >= 0, chosen, starts[:-1])


def starts_of(system: System) -> Choices:
    return np.arange(system.size + 1) if system.choice_start is None else system.choice_start


@dataclass
class Search:
    """Policies of one column, each better than the one before."""

    system: System
    policy: Choices
    context: Context
    factorise: Factorise
    tried: int = 0

    def run(self, rounds: int) -> tuple[Vector, Vector]:
        """Proved bounds of the optimum, from the last policy."""
        task = self.context.monitor.task("policies", "policies")
        owner = np.repeat(np.arange(self.system.size), np.diff(starts_of(self.system)))
        while True:
            self.tried += 1
            chain = policy_system(self.system, self.policy)
            factors = self.factorise(chain, self.context)
            refined = refine(factors, chain.constant)
            gains, slack = self.advantages(refined)
            noise = factors.doubt * np.abs(refined.high[owner]) / self.system.scale[:, None]
            better = self.improved(gains, slack + refined.wanted[owner] + noise)
            task.advance(self.tried)
            if better is None or self.tried >= rounds:
                break
            self.policy = better
        task.finish()
        rounding = np.abs(refined.high) * 4 * UNIT
        reached = cover(factors, refined.wanted) + rounding
        # what may be noise is rounded up to it: smaller amounts cannot be told apart
        wanted = gains + slack
        missed = self.cover(np.where(wanted > -noise, np.maximum(wanted, noise), wanted)) + rounding
        maximise = self.system.maximise[:, None] == 1
        lower = refined.high - np.where(maximise, reached, missed)
        return lower, refined.high + np.where(maximise, missed, reached)

    def cover(self, wanted: Vector) -> Vector:
        """e >= 0 that covers what every choice wants (see `refinement`): by policies again, of the worst choices."""
        starts, policy = starts_of(self.system), self.policy.copy()
        owner = np.repeat(np.arange(self.system.size), np.diff(starts))
        more, graph = np.zeros((self.system.size, 1)), graph_of(self.system)
        for _ in range(COVERS):
            factors = self.factorise(policy_system(self.system, policy), self.context)
            e = np.maximum(factors.solve(2.0 * np.maximum(wanted[policy], 0.0) + more), 0.0)
            lacking = shortfall(graph, wanted, e)
            if not lacking.any():
                return e
            if not np.isfinite(e).all():
                break
            top = np.maximum.reduceat(lacking[:, 0], starts[:-1])
            worst = np.flatnonzero((lacking[:, 0] == top[owner]) & (top[owner] > 0))
            states, first = np.unique(owner[worst], return_index=True)
            stuck = policy[states] == worst[first]
            policy[states] = worst[first]
            more[states[stuck], 0] += 4.0 * top[states[stuck]] + 16 * UNIT * e[states[stuck], 0]
        return np.full_like(more, np.inf)

    def advantages(self, refined: Refined) -> tuple[Vector, Vector]:
        """How much better each choice is than the value of its state, as the player sees it; and the rounding in it."""
        graph = graph_of(self.system)
        gains, slack = residuals(graph, self.system.constant, refined.high, refined.low)
        sign = np.where(self.system.maximise[graph[0]] == 1, 1.0, -1.0)
        return gains * sign[:, None], slack

    def improved(self, gains: Vector, slack: Vector) -> Choices | None:
        """The best choices where they are surely better; None where there are none."""
        starts = starts_of(self.system)
        if self.system.size == 0:
            return None
        sure = np.where(gains > 4 * slack, gains, 0.0)[:, 0]
        top = np.maximum.reduceat(sure, starts[:-1])
        owner = np.repeat(np.arange(self.system.size), np.diff(starts))
        candidates = np.flatnonzero((sure == top[owner]) & (top[owner] > 0))
        if not len(candidates):
            return None
        states, first = np.unique(owner[candidates], return_index=True)
        better = self.policy.copy()
        better[states] = candidates[first]
        return better


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (PolicyIteration,)
