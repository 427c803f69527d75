"""Problems with a number of steps -> values by that many backward sweeps.

    x_0 = known        x_(i+1)(s) = best over choices j:  gain(j) + sum over t of weight(t) x_i(column(t))

(fixed states keep their known value). No stopping rule: there are exactly `horizon` sweeps. A sweep multiplies the
relative error of nonnegative values by at most 1 + (longest row + 8) u, u = 2^-53; where signs mix, the errors are
added up absolutely with |x_i| <= max |x_0| + i max |gain| (Higham, Accuracy and Stability, section 3.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Array,
    Context,
    Problem,
    Promise,
    Solution,
    Solver,
    Trait,
    compiled,
    f64,
    hookimpl,
    i32,
    i64,
    inf,
    u8,
)
from oddsmith_plugins.solvers.bounds import SLACK, TINY, UNIT, is_nonnegative, present

CALL_WORK = 50_000_000
"""Multiplications between two looks at the clock."""
PARALLEL_WORK = 400_000
"""Multiplications in a sweep from which a second thread pays."""
FAINT = 1e-290
"""Positive values below this may have lost digits, or all of them."""


@compiled
def one_step(
    low: i64,
    high: i64,
    source: i64,
    target: i64,
    choice_start: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    gain: Array[f64],
    has_gain: i64,
    kind: Array[u8],
    columns: i64,
    x: Array[f64],
    strategy: Array[i64],
) -> i64:
    """States low..high, from x[source...] into x[target...]; kind is 0 minimise, 1 maximise, 2 fixed.

    Returns how many values came so close to zero that digits may have been lost.
    """
    faint = 0
    for state in range(low, high):
        for c in range(columns):
            best = -inf
            chosen = -1
            if kind[state] == 2:
                best = x[source + state * columns + c]
            else:
                for j in range(choice_start[state], choice_start[state + 1]):
                    total = gain[j * columns + c] if has_gain == 1 else 0.0
                    for t in range(row_start[j], row_start[j + 1]):
                        total += weight[t] * x[source + column[t] * columns + c]
                    if chosen < 0 or (total > best if kind[state] == 1 else total < best):
                        best = total
                        chosen = j
            x[target + state * columns + c] = best
            if 0.0 < best < FAINT:
                faint += 1
            if c == 0:
                strategy[state] = chosen
    return faint


@compiled
def many_steps(
    steps: i64,
    size: i64,
    first: i64,
    choice_start: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    gain: Array[f64],
    has_gain: i64,
    kind: Array[u8],
    columns: i64,
    x: Array[f64],
    strategy: Array[i64],
) -> i64:
    """`steps` sweeps over all states, to and fro between the halves of x, beginning in half `first`."""
    half = first
    faint = 0
    for _ in range(steps):
        faint += one_step(
            0, size, half * size * columns, (1 - half) * size * columns, choice_start, row_start, column, weight,
            gain, has_gain, kind, columns, x, strategy,
        )  # fmt: skip
        half = 1 - half
    return faint


def rounding(problem: Problem, steps: int) -> tuple[float, float]:
    """Bounds of the relative and of the absolute error after so many sweeps."""
    lengths = np.diff(problem.transitions.row_start)
    each = (float(lengths.max(initial=0)) + SLACK) * UNIT
    if is_nonnegative(problem):
        return float(np.expm1(steps * each)) * (1 + 4 * UNIT), TINY
    gain = 0.0 if problem.gain is None else float(np.abs(problem.gain).max(initial=0.0))
    known = float(np.abs(problem.known).max(initial=0.0))
    return 0.0, 2 * each * steps * (known + gain + steps * gain) + TINY


@dataclass(frozen=True)
class Stepwise(Solver):
    """One backward sweep per step, for problems that ask about a number of steps."""

    name: ClassVar[str] = "stepwise"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.HORIZON, Trait.STORED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS, Promise.STRATEGY})

    def cost(self, problem: Problem) -> float:
        return 2e-3 + problem.transitions.count * problem.columns * (problem.horizon or 0) * 2e-9

    def solve(self, problem: Problem, context: Context) -> Solution:
        steps = problem.horizon or 0
        size, columns = problem.transitions.size, problem.columns
        x = np.zeros((2, size, columns))
        x[0] = problem.known
        strategy = np.full(size, -1, dtype=np.int64)
        faint = self.sweep(problem, context, x, strategy)
        value = x[steps % 2]
        relative, absolute = rounding(problem, steps)
        lower = value - np.abs(value) * relative - absolute
        upper = value + np.abs(value) * relative + absolute
        if not faint and absolute == TINY:
            lower[value == 0] = upper[value == 0] = 0.0
        lower[np.isinf(value)] = upper[np.isinf(value)] = value[np.isinf(value)]
        strategy[np.diff(problem.transitions.starts) < 2] = -1
        plural = "" if steps == 1 else "s"
        chosen = None if problem.side is None else strategy
        return present(problem, context, lower, upper, f"{steps} step{plural} backward", chosen)

    def sweep(self, problem: Problem, context: Context, x: NDArray[np.float64], strategy: NDArray[np.int64]) -> int:
        """All steps; returns how often a value came close to zero."""
        transitions, steps = problem.transitions, problem.horizon or 0
        size, columns = transitions.size, problem.columns
        kind = np.ones(size, np.uint8) if problem.side is None else (problem.side >= 0).astype(np.uint8)
        kind[problem.fixed] = 2
        gain = np.zeros(1) if problem.gain is None else np.ascontiguousarray(problem.gain).reshape(-1)
        shape = (
            transitions.starts, transitions.row_start, transitions.column, transitions.weight,
            gain, int(problem.gain is not None), kind, columns, x.reshape(-1), strategy,
        )  # fmt: skip
        work = max(transitions.count * columns, size, 1)
        faint = 0
        task = context.monitor.task("steps", "steps", steps)
        if work < PARALLEL_WORK or context.threads < 2:
            batch = max(1, CALL_WORK // work)
            for done in range(0, steps, batch):
                faint += many_steps(min(batch, steps - done), size, done % 2, *shape)
                task.advance(min(done + batch, steps))
                context.check()
        else:
            cuts = row_blocks(problem, context.threads)
            with ThreadPoolExecutor(context.threads) as pool:
                for done in range(steps):
                    source, target = (done % 2) * size * columns, (1 - done % 2) * size * columns
                    parts = [pool.submit(one_step, a, b, source, target, *shape) for a, b in cuts]
                    faint += sum(part.result() for part in parts)
                    task.advance(done + 1)
                    context.check()
        task.finish()
        return int(faint)


def row_blocks(problem: Problem, blocks: int) -> list[tuple[int, int]]:
    """Consecutive states in blocks of about equally many transitions."""
    transitions = problem.transitions
    before = transitions.row_start[transitions.starts]
    edges = np.searchsorted(before, np.linspace(0, transitions.count, blocks + 1)[1:-1]).tolist()
    cuts = [0, *edges, transitions.size]
    return list(pairwise(cuts))


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Stepwise,)
