"""Problems of two sides -> proved values and a strategy for each side.

Where every play ends (STOPPING), sweeps over both sides' choices and the certificate of interval iteration. Elsewhere
the equations have many solutions, one for each way to value the end components; there each bound is what one side
secures: choices of the pressed side come from sweeps that only rise (`climbing`), are improved against best replies
(`contest`), and the reply to the last of them is held in its turn. Both times what is left is a problem of one side,
whose bounds are proved as for every other. Stops when the two bounds at the initial state are as near as asked.

Kelmendi, Krämer, Křetínský & Weininger (Value iteration for simple stochastic games, 2018) deflate end components in
an iteration from above instead. Here nothing is iterated from above, and what proves the bounds are the strategies
themselves (core/decisions/0007-games.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Status, Trait, hookimpl
from oddsmith_plugins.solvers.acyclic import Acyclic
from oddsmith_plugins.solvers.bounds import present, relative_width
from oddsmith_plugins.solvers.climbing import climb
from oddsmith_plugins.solvers.contest import Contest, column_of, first_choices, pressed_side
from oddsmith_plugins.solvers.direct import Direct
from oddsmith_plugins.solvers.interval_iteration import IntervalIteration
from oddsmith_plugins.solvers.policy_iteration import PolicyIteration

SHARE = 0.25
"""Each of the two bounds may be off by this share of the asked precision."""

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class GameIteration(Solver):
    """Two sides that decide against each other: bounds from what each side secures, and the strategies of both."""

    rounds: int = 200
    """Most strategies tried."""

    name: ClassVar[str] = "game-iteration"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.TWO_SIDED, Trait.STORED, Trait.UNBOUNDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS, Promise.STRATEGY})

    @classmethod
    def missing(cls, problem: Problem) -> frozenset[Trait]:
        lacking = super().missing(problem)
        return lacking if Trait.STOPPING in problem.traits else lacking | ({Trait.NONNEGATIVE} - problem.traits)

    def cost(self, problem: Problem) -> float:
        swept = IntervalIteration().cost(problem)
        return min(0.9 * swept, eliminated(problem)) if Trait.STOPPING in problem.traits else 3 * swept

    def solve(self, problem: Problem, context: Context) -> Solution:
        if Trait.STOPPING in problem.traits and eliminated(problem) > IntervalIteration().cost(problem):
            solution = IntervalIteration().iterate(problem, context)
            if solution.status is Status.DONE:
                return solution
        plain = without_fractions(problem)
        solutions = [self.contested(column_of(plain, c), context) for c in range(problem.columns)]
        first = solutions[0]
        lower, upper = (np.hstack([getattr(s, end) for s in solutions]) for end in ("lower", "upper"))
        return present(problem, context, lower, upper, first.method, first.strategy, first.stats)

    def contested(self, problem: Problem, context: Context) -> Solution:
        """One column, by what each side secures."""
        finer = replace(context, precision=SHARE * context.precision)
        contest = Contest(problem, lambda rest: alone_solved(rest, finer), context, first_choices(problem))
        sweeps = prepared(contest)
        contest.improve(self.rounds)
        lower, upper = contest.certificate()
        plural = "y" if contest.rounds == 1 else "ies"
        method = f"game iteration, {sweeps} sweeps, {contest.rounds} strateg{plural} and the reply"
        stats = {"sweeps": float(sweeps), "strategies": float(contest.rounds)}
        return present(problem, context, lower[:, None], upper[:, None], method, contest.strategy, stats)


def eliminated(problem: Problem) -> float:
    """A guess of the seconds for a few strategies, each solved by elimination."""
    return 3 * PolicyIteration().cost(problem)


def without_fractions(problem: Problem) -> Problem:
    """In floating-point numbers only: fractions would be carried along for nothing."""
    return replace(
        problem,
        transitions=replace(problem.transitions, exact=None),
        exact_known=None,
        exact_gain=None,
        traits=problem.traits - {Trait.EXACT_WEIGHTS},
    )


def prepared(contest: Contest) -> int:
    """Good choices to begin with; the number of sweeps that it took to find them."""
    problem, sign = contest.problem, pressed_side(contest.problem)
    if sign < 0:
        contest.evaluate()
        x = contest.upper.copy()
        contest.rounds = 0
    else:
        x = np.where(problem.fixed, problem.known[:, 0], 0.0)
    if Trait.STOPPING in problem.traits and (problem.gain is not None and (problem.gain < 0).any()):
        return 0
    contest.held, sweeps = climb(problem, contest.held, x, sign, contest.context)
    return sweeps


def alone_solved(problem: Problem, context: Context) -> Solution:
    """A problem of one side, by the solver that is expected to be quickest; by another if that was not enough."""
    solvers: list[Solver] = [Acyclic(), Direct(), PolicyIteration(), IntervalIteration()]
    fitting = sorted((s for s in solvers if not s.missing(problem)), key=lambda s: s.cost(problem))
    best: Solution | None = None
    for solver in fitting:
        if best is not None and solver.cost(problem) == inf:
            break
        found = solver.solve(problem, context)
        if best is None or width(found, problem) < width(best, problem):
            best = found
        if found.status is Status.DONE:
            break
    assert best is not None, "a problem of one side has a solver"
    return best


def width(solution: Solution, problem: Problem) -> float:
    at = problem.initial
    return relative_width(float(solution.lower[at, 0]), float(solution.upper[at, 0]))


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (GameIteration,)
