"""Large games that never come back to a state -> values with bounds, without stored transitions.

    x(s) = best over choices j:  gain(j) + sum over t of weight(t) x(column(t))

swept once, from the states that all steps lead to backward. That no step leads back is proved before: by parameters
that grow, one after the other in importance (`one_way_parts/progress.py`). They also give the order. States are kept
as packed rows; their transitions are made once to find all states, and once more when they are swept, so that a state
takes 8 bytes for each word of it, about 16 for the index, and 20 for its values and order. Bounds as in `acyclic`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Bounded,
    Context,
    Expectation,
    Expr,
    Finding,
    Found,
    Kernel,
    NotCompilableError,
    Outlook,
    Path,
    Probability,
    Process,
    ProcessSolver,
    Promise,
    Question,
    Rows,
    Solver,
    Status,
    UnsuitableError,
    conditions_of,
    hookimpl,
)
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.solvers.bounds import relative_width
from oddsmith_plugins.solvers.one_way_parts.optimum import best_values
from oddsmith_plugins.solvers.one_way_parts.progress import progress
from oddsmith_plugins.solvers.row_states import RowStates, Stretch

LARGE = 10**14
"""Cells of the box of all variables from which on it is tried without being asked for."""


@dataclass(frozen=True)
class OneWay(ProcessSolver):
    """Large games that never come back to a state: one sweep, without stored transitions."""

    name: ClassVar[str] = "one-way"
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

    def suits(self, process: Process) -> bool:
        if process.kind == "game" or prod(p.high - p.low + 1 for p in process.params) < LARGE:
            return False
        return progress(process) is not None

    def outlook(self, process: Process, context: Context) -> Outlook:
        raise UnsuitableError("what it takes is known when all states are found")

    def find(self, process: Process, context: Context) -> Found:
        key = progress(process)
        if key is None or process.kind == "game":
            raise UnsuitableError("no variables prove by growing that the game never comes back to a state")
        refused = {q.name: reason for q in process.questions if (reason := _hindrance(q))}
        asked = [question for question in process.questions if question.name not in refused]
        formulas = conditions_of(asked)
        try:
            kernel = CompiledTarget().build(process, formulas, context)
        except NotCompilableError as error:
            raise UnsuitableError(f"it has no compiled form: {error}") from None
        if kernel.native is None or kernel.stepped:
            raise UnsuitableError("gains that depend on what follows are not swept without stored transitions")
        sweep = _Sweep(kernel, process, formulas, context)
        order = sweep.explore(key)
        findings: dict[str, Finding] = {}
        seconds: dict[str, float] = {}
        for question in asked:
            begun = time.perf_counter()
            findings[question.name] = sweep.answer(question, order)
            seconds[question.name] = time.perf_counter() - begun
        note = f"{', then '.join(key)} only grow{'s' if len(key) == 1 else ''}: no state comes back, nothing was stored"
        return Found(findings, refused, sweep.states.size, seconds, note)


def _hindrance(question: Question) -> str:
    match question.query:
        case Expectation(measure="reach", given=None) | Probability(path=Path(kind="F" | "U", bound=None), given=None):
            return ""
    return "only P [F …], P [… U …] and R [F …] are swept without stored transitions"


class _Sweep:
    """One game, explored once; questions are swept one after the other."""

    def __init__(self, kernel: Kernel, process: Process, formulas: tuple[Expr, ...], context: Context) -> None:
        self.kernel, self.process, self.formulas, self.context = kernel, process, formulas, context
        self.states = RowStates(kernel, process, context)

    def explore(self, key: tuple[str, ...]) -> NDArray[np.int32]:
        """All states, and their order: those that all steps lead to first."""
        if not self.states.explore(lambda low, high, rows, counts, summand: True):
            raise UnsuitableError("a state breaks the rules, or a number is too large for compiled code")
        encoding = self.kernel.encoding
        names = [param.name for param in encoding.params]
        self.context.need(20 * self.states.size, "the order of all states")
        rank = np.zeros(self.states.size, dtype=np.int32)
        for name in key:
            param = encoding.params[names.index(name)]
            column = encoding.column(self.states.rows, names.index(name))
            rank = rank * np.int32(param.high - param.low + 1) + (column - param.low).astype(np.int32)
        return np.argsort(-rank, kind="stable").astype(np.int32)

    def answer(self, question: Question, order: NDArray[np.int32]) -> Finding:
        """The value at the first state."""
        states, words = self.states, self.states.words
        query = question.query
        assert isinstance(query, Expectation | Probability)
        reward = self.kernel.rewards.index(query.reward) if isinstance(query, Expectation) else -1
        self.context.need(16 * states.size, "the values of all states")
        x, result, stretch = np.zeros(2 * states.size), np.zeros(2), Stretch(states)
        task = self.context.monitor.task("backward sweep", "states", states.size)
        for low in range(0, len(order), states.stride):
            numbers = order[low : low + states.stride]
            rows = np.ascontiguousarray(states.rows[numbers])
            states.expand(stretch, rows.reshape(len(numbers) * words), 0, len(numbers))
            batch = stretch.batch
            fixed, known = self._fixed(query, rows, batch.pairs[: 2 * batch.choices : 2], batch.counts[: len(numbers)])
            state_gain = np.zeros(len(numbers)) if reward < 0 else self.kernel.state_gain(reward, rows)
            best_values(
                len(numbers), numbers, batch.counts, batch.pairs, batch.gains, batch.gain_columns, reward, state_gain,
                batch.weights, stretch.column, fixed, known, int(query.optimum != "min"), x, result,
            )  # fmt: skip
            task.advance(low + len(numbers))
            self.context.check()
        task.finish()
        value = Bounded(0.5 * (float(x[0]) + float(x[1])), float(x[0]), float(x[1]))
        narrow = relative_width(value.lower, value.upper) <= self.context.precision
        return Finding(value, "one backward sweep, nothing stored", Status.DONE if narrow else Status.LOOSE)

    def _fixed(
        self, query: Expectation | Probability, rows: Rows, summand: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """Where the value is known, and what it is: at the goal, and where the game ends."""
        ends = summand[np.cumsum(counts) - counts] < 0
        if isinstance(query, Expectation):
            assert query.goal is not None
            hit = self._holds(query.goal, rows)
            return (hit | ends).astype(np.uint8), np.where(ends & ~hit, np.inf, 0.0)
        hit = self._holds(query.path.right, rows)
        blocked = ends if query.path.left is None else ends | ~self._holds(query.path.left, rows)
        return (hit | blocked).astype(np.uint8), hit.astype(np.float64)

    def _holds(self, formula: Expr, rows: Rows) -> NDArray[np.bool_]:
        return self.kernel.holds(self.formulas.index(formula), rows)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (OneWay,)
