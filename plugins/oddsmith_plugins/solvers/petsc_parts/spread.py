"""A process and its questions -> answers that all ranks find together: explored in portions, solved by PETSc.

What the graph decides (the goal cannot be reached, or is missed) is found backwards from the goal; the rest is a
linear system for each set of decided states, with one right-hand side per question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from math import inf
from resource import RUSAGE_SELF, getrusage

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Bounded,
    Context,
    Expr,
    Finding,
    Found,
    Process,
    Question,
    Reverse,
    Status,
    UnsuitableError,
    conditions_of,
)
from oddsmith_plugins.solvers.petsc_parts.asked import Asked, NotTogetherError, asked
from oddsmith_plugins.solvers.petsc_parts.decided import decided
from oddsmith_plugins.solvers.petsc_parts.equations import equations
from oddsmith_plugins.solvers.petsc_parts.explore import explore
from oddsmith_plugins.solvers.petsc_parts.library import petsc
from oddsmith_plugins.solvers.petsc_parts.linear import solve_linear
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion
from oddsmith_plugins.solvers.petsc_parts.reach import backwards, can_reach
from oddsmith_plugins.solvers.petsc_parts.settings import Settings
from oddsmith_plugins.solvers.petsc_parts.stepping import within_steps

COLUMN_BYTES = 1 << 26
"""Right-hand sides of one solve take no more than this, unless there is only one."""
Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """One right-hand side: 1 is known at `one`, 0 at the other fixed states; elsewhere a step gains `gain`."""

    fixed: Mask
    one: Mask | None = None
    gain: Vector | None = None

    def right(self) -> Vector:
        if self.gain is not None:
            return np.where(self.fixed, 0.0, self.gain)
        assert self.one is not None
        return self.one.astype(np.float64)


@dataclass(frozen=True)
class Open:
    """A question with the columns it needs, and what is made of their values at the initial state."""

    name: str
    columns: tuple[Column, ...]
    finish: Callable[[list[Bounded]], Bounded]


def find_spread(process: Process, options: Settings, context: Context) -> Found:
    """Called on all ranks at once; the same answers on all of them."""
    from mpi4py import MPI

    comm = MPI.COMM_WORLD.Dup()
    forms: list[tuple[Question, Asked]] = []
    refused: dict[str, str] = {}
    for question in process.questions:
        try:
            forms.append((question, asked(process, question)))
        except NotTogetherError as error:
            refused[question.name] = str(error)
    if not forms:
        raise UnsuitableError("; ".join(dict.fromkeys(refused.values())) or "nothing is asked")
    formulas = conditions_of(question for question, _ in forms)
    rewards = tuple(dict.fromkeys(form.reward for _, form in forms if form.reward is not None))
    portion = explore(process, formulas, rewards, comm, context)
    desk = Desk(portion, dict(zip(formulas, portion.conditions, strict=True)), options, context, refused)
    desk.answer(forms)
    transitions = portion.transitions
    return Found(desk.findings, refused, portion.total, desk.seconds, _note(portion), transitions=transitions)


def _note(portion: Portion) -> str:
    """How the game was spread, and what memory that took at most."""
    comm = portion.halo.comm
    sizes = comm.allgather(portion.size)
    peak = comm.allreduce(1024 * getrusage(RUSAGE_SELF).ru_maxrss)
    each = f"{min(sizes):,} to {max(sizes):,} states each, {peak / 1e6:,.0f} MB at most in all"
    ends = f"; {portion.deadlocks:,} states have no command: the game ends there (deadlock: loop)"
    return f"explored and solved on {comm.size} ranks, with {each}{ends if portion.deadlocks else ''}"


@dataclass
class Desk:
    """Where the questions about one portion are worked on, on all ranks in the same order."""

    portion: Portion
    truth: dict[Expr, Mask]
    options: Settings
    context: Context
    refused: dict[str, str]
    findings: dict[str, Finding] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def answer(self, forms: Iterable[tuple[Question, Asked]]) -> None:
        waiting: list[Open] = []
        back = backwards(self.portion)
        for question, form in forms:
            begun = time.perf_counter()
            made = self._made(question.name, form, back)
            self.seconds[question.name] = time.perf_counter() - begun
            if isinstance(made, Open):
                waiting.append(made)
            elif isinstance(made, Finding):
                self.findings[question.name] = made
            else:
                self.refused[question.name] = made
        del back
        for group in self._groups(waiting):
            self._solve(group)

    def _made(self, name: str, form: Asked, back: Reverse) -> Open | Finding | str:
        """The answer, what it takes to find it, or why it is not found together."""
        if form.optimum is not None:
            return decided(self.portion, back, form, *self._goal(form), self.options, self.context)
        return self._steps(form) if form.steps is not None else self._posed(name, form, back)

    def _goal(self, form: Asked) -> tuple[Mask, Mask]:
        """Where the path has reached its goal, and where it has failed."""
        goal = ~self.truth[form.goal] if form.negated else self.truth[form.goal]
        blocked = np.zeros_like(goal) if form.through is None else ~self.truth[form.through] & ~goal
        return goal, blocked

    def _steps(self, form: Asked) -> Finding:
        assert form.steps is not None
        number = within_steps(self.portion, *self._goal(form), form.steps, self.context)
        done = number.upper - number.lower <= self.context.precision * number.lower
        status = Status.DONE if done else Status.LOOSE
        return Finding(number.complement() if form.negated else number, f"{form.steps:,} steps back", status)

    def _posed(self, name: str, form: Asked, back: Reverse) -> Open | Finding:
        """The columns, or the answer where the graph tells it."""
        goal, blocked = self._goal(form)
        possible = can_reach(self.portion, back, goal, ~blocked).states
        if form.reward is not None:
            return self._reward(name, form.reward, goal, possible, back)

        def finished(numbers: list[Bounded]) -> Bounded:
            number = numbers[0].within(0.0, 1.0)
            return number.complement() if form.negated else number

        if self._initially(goal) or not self._initially(possible):
            exact = Bounded.of(Fraction(int(self._initially(goal))))
            return Finding(exact.complement() if form.negated else exact, "decided by the graph")
        return Open(name, (Column(goal | ~possible, goal),), finished)

    def _reward(self, name: str, reward: str, goal: Mask, possible: Mask, back: Reverse) -> Open | Finding:
        """Infinite where the goal may be missed; won and lost are two columns."""
        infinite = can_reach(self.portion, back, ~possible, ~goal).states
        if self._initially(infinite):
            return Finding(Bounded.of(inf), "the goal may be missed")
        if self._initially(goal):
            return Finding(Bounded.of(Fraction(0)), "decided by the graph")
        gain, fixed = self.portion.gains[reward], goal | infinite
        negative = self.portion.halo.comm.allreduce(bool((gain < 0).any())) > 0
        parts = (np.maximum(gain, 0.0), np.maximum(-gain, 0.0)) if negative else (gain,)
        columns = tuple(Column(fixed, gain=part) for part in parts)
        return Open(name, columns, lambda numbers: numbers[0].minus(numbers[1]) if negative else numbers[0])

    def _initially(self, mask: Mask) -> bool:
        found: bool = self.portion.of_initial(lambda own: bool(mask[own]))
        return found

    def _groups(self, waiting: list[Open]) -> Iterable[list[Open]]:
        """Questions with the same fixed states on all ranks, as many as fit into one solve."""
        alike: dict[object, list[Open]] = {}
        for item in waiting:
            mark = blake2b(item.columns[0].fixed.tobytes()).digest()
            alike.setdefault(tuple(self.portion.halo.comm.allgather(mark)), []).append(item)
        most = max(1, COLUMN_BYTES * self.portion.halo.comm.size // (8 * self.portion.total))
        for group in alike.values():
            yield from (group[low : low + most] for low in range(0, len(group), most))

    def _solve(self, group: list[Open]) -> None:
        begun = time.perf_counter()
        portion, comm = self.portion, petsc().Comm(self.portion.halo.comm)
        right = np.column_stack([column.right() for item in group for column in item.columns])
        with equations(portion, group[0].columns[0].fixed) as share:
            solved = solve_linear(share, right, self.options, comm, self.context, [portion.initial])
        several = (solved.x, solved.lower, solved.upper)
        numbers = portion.of_initial(lambda own: np.stack([values[own] for values in several]))
        at = 0
        for item in group:
            width = len(item.columns)
            mine = [Bounded(*(float(v) for v in numbers[:, k])) for k in range(at, at + width)]
            self.findings[item.name] = Finding(item.finish(mine), solved.method, solved.status)
            at += width
        spent = (time.perf_counter() - begun) / len(group)
        self.seconds |= {item.name: self.seconds[item.name] + spent for item in group}
