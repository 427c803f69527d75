"""Decisions on all ranks -> proved bounds of the optimum by policy iteration, each policy evaluated by PETSc.

The same as `policy_iteration`, with the states spread: the chain of a policy is one linear system over all ranks, every
rank improves the choices of its own states, and all go on until no rank finds a better choice. The certificate covers
every choice. It needs that nobody can stay in open states for ever; where somebody can, the bounds are infinite.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.bounds import UNIT
from oddsmith_plugins.solvers.petsc_parts.decisions import Decision
from oddsmith_plugins.solvers.petsc_parts.krylov import Krylov
from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.local import local_of
from oddsmith_plugins.solvers.petsc_parts.method import methods
from oddsmith_plugins.solvers.petsc_parts.portion import Portion
from oddsmith_plugins.solvers.petsc_parts.settings import Settings
from oddsmith_plugins.solvers.petsc_parts.share import Share
from oddsmith_plugins.solvers.policy_iteration import COVERS
from oddsmith_plugins.solvers.refinement import Refined, cover, refine
from oddsmith_plugins.solvers.rows import residuals, shortfall

Vector = NDArray[np.float64]
Choices = NDArray[np.int64]


@dataclass
class Optimum:
    """One question; the portion's weights must be silenced (see `equations`) while it is used."""

    portion: Portion
    decision: Decision
    options: Settings
    context: Context
    tried: int = 0
    graph: tuple[Any, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        portion = self.portion
        self.owner, self.comm = portion.owner, portion.halo.comm
        self.ghosts, self.sign = portion.ghosts(), 1.0 if self.decision.maximise else -1.0
        leak = self.decision.fixed[self.owner].astype(np.float64)
        self.scale = leak + np.add.reduceat(portion.weight, portion.row_start[:-1])
        self.graph = (self.owner, portion.row_start, portion.column, portion.weight, leak)
        # who only stands still neither gains nor gets anywhere
        self.allowed = self.decision.allowed & (self.scale > 0)
        self.policy = self.decision.policy

    def run(self, rounds: int) -> tuple[Vector, Vector, Vector]:
        """Values and proved bounds of the optimum, from the last policy."""
        task = self.context.monitor.task("policies", "policies")
        while True:
            self.tried += 1
            with self._evaluation(self.policy) as krylov:
                refined = refine(krylov, self.decision.constant[self.policy][:, None])
                gains, slack = self._advantages(refined)
                noise = krylov.doubt * np.abs(refined.high[self.owner]) * self.scale[:, None]
                changed = self._improve(gains, slack + refined.wanted[self.owner] + noise)
                task.advance(self.tried)
                if not self.comm.allreduce(changed) or self.tried >= rounds:
                    reached = cover(krylov, refined.wanted)
                    break
        task.finish()
        rounding = np.abs(refined.high) * 4 * UNIT
        wanted = gains + slack
        wanted = np.where(wanted > -noise, np.maximum(wanted, noise), wanted)
        wanted[~self.allowed] = -np.inf
        missed = self._cover(wanted) + rounding
        below, above = (reached + rounding, missed) if self.decision.maximise else (missed, reached + rounding)
        return refined.high, refined.high - below, refined.high + above

    def _evaluation(self, policy: Choices) -> Krylov:
        """PETSc's solver for the chain of a policy."""
        portion = self.portion
        begin = portion.row_start[policy]
        lengths = portion.row_start[policy + 1] - begin
        start = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
        taken = np.repeat(begin - start[:-1], lengths) + np.arange(int(start[-1]))
        rows = (start, portion.column[taken], portion.weight[taken], self.graph[-1][policy])
        share = Share(portion.first, portion.total, *rows, self.ghosts, portion.halo.exchange)
        method = methods(portion.total, self.comm.size, self.options)[0]
        return Krylov(local_of(share), method, petsc().Comm(self.comm), self.context)

    def _advantages(self, refined: Refined) -> tuple[Vector, Vector]:
        """How much better each choice is than the value of its state, as the player sees it; and the rounding in it."""
        constant = self.decision.constant[:, None]
        gains, slack = residuals(self.graph, constant, self._extended(refined.high), self._extended(refined.low))
        return gains * self.sign, slack

    def _extended(self, values: Vector) -> Vector:
        return self.portion.halo.extended(values[:, 0])[:, None]

    def _improve(self, gains: Vector, slack: Vector) -> int:
        """Take the best choices where they are surely better; in how many states."""
        sure = np.where((gains > 4 * slack)[:, 0] & self.allowed, gains[:, 0], 0.0)
        states, choices = self._best(sure)
        self.policy = self.policy.copy()
        self.policy[states] = choices
        return len(states)

    def _best(self, values: Vector) -> tuple[Choices, Choices]:
        """The states with a positive value among their choices, and the first choice with the greatest."""
        if not len(values):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        top = np.maximum.reduceat(values, self.portion.starts[:-1])[self.owner]
        best = np.flatnonzero((values == top) & (top > 0))
        states, first = np.unique(self.owner[best], return_index=True)
        return states, best[first]

    def _cover(self, wanted: Vector) -> Vector:
        """e >= 0 that covers what every choice wants (see `refinement`): by policies again, of the worst choices."""
        policy, more = self.policy.copy(), np.zeros((self.portion.size, 1))
        for _ in range(COVERS):
            with self._evaluation(policy) as krylov:
                e = np.maximum(krylov.solve(2.0 * np.maximum(wanted[policy], 0.0) + more), 0.0)
            lacking = shortfall(self.graph, wanted, self._extended(e))
            states, worst = self._best(lacking[:, 0])
            if not self.comm.allreduce(len(states)):
                return e
            if self.comm.allreduce(int(not np.isfinite(e).all())):
                break
            stuck = policy[states] == worst
            policy[states] = worst
            again = states[stuck]
            more[again, 0] += 4.0 * lacking[worst[stuck], 0] + 16 * UNIT * e[again, 0]
        return np.full_like(more, np.inf)
