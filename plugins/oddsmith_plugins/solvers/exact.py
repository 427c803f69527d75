"""Problems with exact weights -> values as fractions.

Component by component, successors first: single states by substitution, the others by solving x = A x + b in rational
numbers: small components by fraction-free elimination (python-flint), large ones by p-adic lifting (see `lifting`), in
a chain together with everything around them, so that the numbers on the right-hand side stay short. Where there is a
choice, by policy iteration in rational numbers (Howard 1960) from choices that leave the component; it stops when no
choice is better by any amount, so the values are optimal without tolerance. With two sides, one of them improves its
strategy while the other replies (see `contest`). With a number of steps: that many sweeps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf, nextafter
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, Problem, Promise, Solution, Solver, Status, Trait, hookimpl
from oddsmith_plugins.solvers.contest import Contest, column_of, first_choices, is_contested
from oddsmith_plugins.solvers.parts import components_of
from oddsmith_plugins.solvers.rational import LARGE, Equations, ImproperError, Value

SIZE_LIMIT = 20_000
"""States from which the cost is not even estimated."""


@dataclass(frozen=True)
class Exact(Solver):
    """Fractions instead of floating-point numbers, for small and medium games."""

    name: ClassVar[str] = "exact"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.EXACT_WEIGHTS, Trait.STORED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.EXACT, Promise.BOUNDS, Promise.STRATEGY})

    @classmethod
    def missing(cls, problem: Problem) -> frozenset[Trait]:
        lacking = super().missing(problem)
        if is_contested(problem) and Trait.STOPPING not in problem.traits:
            lacking |= {Trait.NONNEGATIVE} - problem.traits
        return lacking

    def cost(self, problem: Problem) -> float:
        count = problem.transitions.count * problem.columns
        if problem.transitions.size > SIZE_LIMIT or problem.exact_known is None:
            return inf
        if problem.horizon is not None:
            return 1e-6 * count * problem.horizon * (1 + problem.horizon / 1000)
        found = components_of(problem)
        sizes = np.diff(found.start).astype(float)
        rounds = 1 if Trait.CHAIN in problem.traits else 24 if is_contested(problem) else 6
        work = np.where(sizes < LARGE, 1e-9 * sizes**3, 2e-7 * sizes**2)
        each = 2e-4 if is_contested(problem) else 3e-6
        return 5e-3 + each * count + rounds * problem.columns * float(np.sum(work[sizes > 1]))

    def solve(self, problem: Problem, context: Context) -> Solution:
        if is_contested(problem):
            return self.contested(problem, context)
        equations = Equations(problem)
        strategy = np.full(problem.transitions.size, -1, dtype=np.int64)
        try:
            if problem.horizon is None:
                method = _components(equations, strategy, context)
            else:
                method = _steps(equations, strategy, context)
        except ImproperError:
            nothing = np.full_like(problem.known, np.nan)
            return Solution(nothing, nothing, nothing, "rational arithmetic", Status.FAILED)
        exact = tuple(tuple(_fraction(v) for v in column) for column in equations.value)
        return _present(problem, exact, method, None if problem.side is None else strategy)

    def contested(self, problem: Problem, context: Context) -> Solution:
        """Two sides: strategies are improved until no choice is better by any amount."""
        solutions = []
        for column in range(problem.columns):
            part = column_of(problem, column)
            contest = Contest(part, lambda rest: self.solve(rest, context), context, first_choices(part))
            contest.improve()
            if contest.exact is None:
                return contest.solution
            solutions.append(contest)
        exact = tuple(contest.exact for contest in solutions if contest.exact is not None)
        rounds = max(contest.rounds for contest in solutions)
        method = f"rational arithmetic, {rounds} strateg{'y' if rounds == 1 else 'ies'} and the reply"
        return _present(problem, exact, method, solutions[0].strategy)


def _components(equations: Equations, strategy: NDArray[np.int64], context: Context) -> str:
    problem = equations.problem
    found = components_of(problem)
    start, order = found.start.tolist(), found.order.tolist()
    task = context.monitor.task("rational equations", "states", len(order))
    largest = max((high - low for low, high in pairwise(start)), default=1)
    if largest >= LARGE and Trait.CHAIN in problem.traits:
        start = [0, len(order)]
    for low, high in pairwise(start):
        states = order[low:high]
        if len(states) == 1:
            _single(equations, states[0], strategy)
        elif Trait.CHAIN in problem.traits:
            policy = {state: equations.starts[state] for state in states}
            equations.evaluate(states, policy, list(range(problem.columns)), context)
        else:
            for column in range(problem.columns):
                _improve(equations, states, column, strategy, context)
        task.advance(high)
        context.check()
    task.finish()
    return "rational arithmetic" if largest == 1 else f"rational arithmetic, largest component {largest} states"


def _better(problem: Problem, state: int, new: Value, old: Value) -> bool:
    maximise = problem.side is None or problem.side[state] >= 0
    return (
        bool(new > old if maximise else new < old)
        if not isinstance(new, float) and not isinstance(old, float)
        else (_sign(new, old) > 0 if maximise else _sign(new, old) < 0)
    )


def _sign(new: Value, old: Value) -> int:
    """Whether new is above (1) or below (-1) old, where at least one is infinite."""
    if new == old:
        return 0
    if isinstance(new, float):
        return 1 if new > 0 else -1
    return -1 if old > 0 else 1


def _single(equations: Equations, state: int, strategy: NDArray[np.int64]) -> None:
    choices = equations.choices(state)
    for column in range(equations.problem.columns):
        best, chosen = None, -1
        for choice in choices:
            worth = equations.alone(state, choice, column)
            if worth is not None and (best is None or _better(equations.problem, state, worth, best)):
                best, chosen = worth, choice
        equations.value[column][state] = _zero() if best is None else best
        if column == 0 and len(choices) > 1:
            strategy[state] = chosen


def _zero() -> Value:
    from flint import fmpq

    return fmpq(0)


def _leaving(equations: Equations, states: list[int], column: int) -> dict[int, int]:
    """A choice per state such that the component is left for sure (towards finite values where they are wanted)."""
    inside = set(states)
    policy: dict[int, int] = {}
    value = equations.value[column]
    problem = equations.problem
    progress = True
    while progress and len(policy) < len(states):
        progress = False
        for state in states:
            if state in policy:
                continue
            unwanted = -inf if problem.side is None or problem.side[state] >= 0 else inf
            for choice in equations.choices(state):
                targets = equations.targets[equations.rows[choice] : equations.rows[choice + 1]]
                if any(t not in inside and value[t] == unwanted for t in targets if isinstance(value[t], float)):
                    continue
                if any(t not in inside or t in policy for t in targets):
                    policy[state] = choice
                    progress = True
                    break
    if len(policy) < len(states):
        raise ImproperError
    return policy


def _improve(
    equations: Equations, states: list[int], column: int, strategy: NDArray[np.int64], context: Context
) -> None:
    """Policy iteration on one component."""
    policy = _leaving(equations, states, column)
    changed = True
    while changed:
        context.check()
        equations.evaluate(states, policy, [column], context)
        changed = False
        for state in states:
            best = equations.value[column][state]
            for choice in equations.choices(state):
                if choice != policy[state]:
                    worth = equations.worth(choice, column)
                    if _better(equations.problem, state, worth, best):
                        best, policy[state] = worth, choice
                        changed = True
    if column == 0:
        for state in states:
            if len(equations.choices(state)) > 1:
                strategy[state] = policy[state]


def _steps(equations: Equations, strategy: NDArray[np.int64], context: Context) -> str:
    problem = equations.problem
    steps = problem.horizon or 0
    free = np.flatnonzero(~problem.fixed).tolist()
    task = context.monitor.task("rational steps", "steps", steps)
    for done in range(steps):
        values = [list(column) for column in equations.value]
        for column in range(problem.columns):
            for state in free:
                best, chosen = None, -1
                for choice in equations.choices(state):
                    worth = equations.worth(choice, column)
                    if best is None or _better(problem, state, worth, best):
                        best, chosen = worth, choice
                values[column][state] = best
                if column == 0 and len(equations.choices(state)) > 1:
                    strategy[state] = chosen
            context.check()
        equations.value = values
        task.advance(done + 1)
    task.finish()
    return f"rational arithmetic, {steps} step{'' if steps == 1 else 's'} backward"


def _present(
    problem: Problem,
    exact: tuple[tuple[Fraction | float, ...], ...],
    method: str,
    strategy: NDArray[np.int64] | None,
) -> Solution:
    size, columns = problem.transitions.size, problem.columns
    value, lower, upper = (np.empty((size, columns)) for _ in range(3))
    for c, column in enumerate(exact):
        for state, number in enumerate(column):
            value[state, c] = near = float(number)
            lower[state, c] = near if near <= number else nextafter(near, -inf)
            upper[state, c] = near if near >= number else nextafter(near, inf)
    return Solution(value, lower, upper, method, Status.DONE, strategy, exact)


def _fraction(value: Value) -> Fraction | float:
    return value if isinstance(value, float) else Fraction(int(value.p), int(value.q))


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Exact,)
