"""The solver that is right by brute force: every policy, every equation in fractions. For tests of small problems."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from oddsmith.context import Context
from oddsmith.solve.problem import Problem, Promise, Trait
from oddsmith.solve.solution import Solution
from oddsmith.solve.solver import Solver

Number = Fraction | float
"""Fractions, and floats only for infinity."""


@dataclass(frozen=True)
class Oracle(Solver):
    """Tries all policies; one that does not stop counts as infinitely bad. One side only."""

    name: ClassVar[str] = "oracle"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.STORED, Trait.ONE_SIDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS})

    def solve(self, problem: Problem, context: Context) -> Solution:
        exact = tuple(self._column(problem, c) for c in range(problem.columns))
        value = np.array([[float(x) for x in column] for column in exact]).T.reshape(-1, problem.columns)
        return Solution(value, value, value, "every policy in fractions", exact=exact)

    def _column(self, problem: Problem, c: int) -> tuple[Number, ...]:
        rows, gains, known = _rows(problem), _gains(problem, c), _known(problem, c)
        if problem.horizon is not None:
            return _stepped(problem, rows, gains, known)
        best: list[Number] | None = None
        for policy in _policies(problem):
            found = _linear(problem, policy, rows, gains, known)
            if found is not None:
                pick = max if problem.side is not None and (problem.side > 0).any() else min
                best = found if best is None else [pick(a, b) for a, b in zip(best, found, strict=True)]
        assert best is not None, "no policy stops"
        return tuple(best)


def _rows(problem: Problem) -> list[list[tuple[int, Fraction]]]:
    t = problem.transitions
    weights = t.exact if t.exact is not None else tuple(Fraction(float(w)) for w in t.weight)
    spans = itertools.pairwise(t.row_start.tolist())
    return [[(int(t.column[i]), weights[i]) for i in range(low, high)] for low, high in spans]


def _gains(problem: Problem, c: int) -> list[Fraction]:
    exact = problem.exact_gain[c] if problem.exact_gain is not None else None
    if exact is not None:
        return list(exact)
    m = problem.transitions.choices
    return [Fraction(0)] * m if problem.gain is None else [Fraction(float(g)) for g in problem.gain[:, c]]


def _known(problem: Problem, c: int) -> list[Number]:
    if problem.exact_known is not None:
        return list(problem.exact_known[c])
    return [x if np.isinf(x) else Fraction(x) for x in problem.known[:, c].tolist()]


def _policies(problem: Problem) -> Iterator[tuple[int, ...]]:
    starts = problem.transitions.starts.tolist()
    free = np.flatnonzero(~problem.fixed).tolist()
    return itertools.product(*[range(starts[s], starts[s + 1]) for s in free])


def _stepped(
    problem: Problem, rows: list[list[tuple[int, Fraction]]], gains: list[Fraction], known: list[Number]
) -> tuple[Number, ...]:
    starts = problem.transitions.starts.tolist()
    pick = max if problem.side is not None and (problem.side > 0).any() else min
    x = known
    for _ in range(problem.horizon or 0):
        values = [gains[j] + sum((w * x[t] for t, w in row), Fraction(0)) for j, row in enumerate(rows)]
        x = [
            known[s] if problem.fixed[s] else pick(values[starts[s] : starts[s + 1]])
            for s in range(problem.transitions.size)
        ]
    return tuple(x)


def _linear(
    problem: Problem,
    policy: tuple[int, ...],
    rows: list[list[tuple[int, Fraction]]],
    gains: list[Fraction],
    known: list[Number],
) -> list[Number] | None:
    """The values under one policy; None if it does not stop."""
    free = np.flatnonzero(~problem.fixed).tolist()
    place = {s: i for i, s in enumerate(free)}
    matrix: list[list[Fraction]] = []
    for i, j in enumerate(policy):
        line = [Fraction(int(i == k)) for k in range(len(free))] + [gains[j]]
        for target, weight in rows[j]:
            if target in place:
                line[place[target]] -= weight
            else:
                line[-1] += weight * Fraction(known[target])
        matrix.append(line)
    solved = eliminate(matrix)
    if solved is None:
        return None
    return [solved[place[s]] if s in place else known[s] for s in range(problem.transitions.size)]


def eliminate(matrix: list[list[Fraction]]) -> list[Fraction] | None:
    """Gauss and Jordan: the solution of [A | b]; None if A is singular."""
    n = len(matrix)
    for i in range(n):
        pivot = next((r for r in range(i, n) if matrix[r][i] != 0), None)
        if pivot is None:
            return None
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [x / matrix[i][i] for x in matrix[i]]
        for r in range(n):
            if r != i and matrix[r][i] != 0:
                matrix[r] = [x - matrix[r][i] * y for x, y in zip(matrix[r], matrix[i], strict=True)]
    return [line[-1] for line in matrix]
