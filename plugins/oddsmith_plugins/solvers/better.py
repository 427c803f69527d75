"""Values under held choices -> choices that are surely better than these values.

    choice j of state s is better if   gain(j) + sum over t, column(t) != s, of weight(t) x(column(t))  >  leave(j) x(s)

with leave(j) the sum of these weights. Bounds are used on the side on which they cannot deceive.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Problem
from oddsmith_plugins.solvers.bounds import SLACK, UNIT

Vector = NDArray[np.float64]
Choices = NDArray[np.int64]


def surely_better(problem: Problem, sign: int, held: Choices, lower: Vector, upper: Vector) -> Choices | None:
    """For one side (1: it maximises): the best of the choices that are better by more than bounds and rounding."""
    pessimistic, present = (lower, upper) if sign > 0 else (-upper, -lower)
    ahead, size, leaving = worths(problem, sign, pessimistic)
    owner = problem.transitions.owner
    slack = (np.diff(problem.transitions.row_start) + SLACK) * UNIT
    with np.errstate(invalid="ignore"):
        stake = leaving * present[owner]
        margin = ahead - stake - 4 * slack * (size + np.abs(stake))
    endless = np.isposinf(ahead) & ~np.isposinf(present[owner])
    margin = np.where(endless, np.inf, np.where(np.isnan(margin), -np.inf, margin))
    margin[(held[owner] < 0) | (held[owner] == np.arange(len(owner)))] = -np.inf
    return best_of(margin, problem)


def worths(problem: Problem, sign: int, x: Vector) -> tuple[Vector, Vector, Vector]:
    """Per choice: what it gains and where it leads to (loops left out), the sizes of the terms, and leave(j)."""
    transitions = problem.transitions
    starts, owner = transitions.row_start[:-1], transitions.owner
    moves = transitions.column != np.repeat(owner, np.diff(transitions.row_start))
    weight = np.where(moves, transitions.weight, 0.0)
    with np.errstate(invalid="ignore"):
        terms = np.where(moves, weight * x[transitions.column], 0.0)
    ahead, size = np.add.reduceat(terms, starts), np.add.reduceat(np.abs(terms), starts)
    if problem.gain is not None:
        ahead, size = ahead + sign * problem.gain[:, 0], size + np.abs(problem.gain[:, 0])
    return ahead, size, np.add.reduceat(weight, starts)


def best_of(margin: Vector, problem: Problem) -> Choices | None:
    """Per state the first choice with the greatest positive margin, -1 where there is none; None: nowhere."""
    starts, owner = problem.transitions.starts[:-1], problem.transitions.owner
    top = np.maximum.reduceat(margin, starts)
    places = np.flatnonzero((margin == top[owner]) & (margin > 0))[::-1]
    if not len(places):
        return None
    result = np.full(problem.transitions.size, -1, dtype=np.int64)
    result[owner[places]] = places
    return result


def better_fractions(problem: Problem, sign: int, held: Choices, value: tuple[Fraction | float, ...]) -> Choices | None:
    """The same in fractions, where nothing has to be allowed for."""
    transitions = problem.transitions
    assert transitions.exact is not None
    starts, rows = transitions.starts.tolist(), transitions.row_start.tolist()
    columns, weights = transitions.column.tolist(), transitions.exact
    gain = problem.exact_gain[0] if problem.exact_gain is not None else None
    result = np.full(transitions.size, -1, dtype=np.int64)
    for state in np.flatnonzero(held >= 0).tolist():
        best: Fraction | float = value[state]
        for j in range(starts[state], starts[state + 1]):
            total: Fraction | float = Fraction(0) if gain is None else gain[j]
            leaving = Fraction(0)
            for t in range(rows[j], rows[j + 1]):
                if columns[t] != state:
                    total += weights[t] * value[columns[t]]
                    leaving += weights[t]
            worth = _alone(total, leaving, sign)
            if worth is not None and (worth > best if sign > 0 else worth < best):
                best, result[state] = worth, j
    return result if (result >= 0).any() else None


def _alone(total: Fraction | float, leaving: Fraction, sign: int) -> Fraction | float | None:
    """What a choice is worth if it is taken until it leaves its state; None if it gains nothing and never leaves."""
    if leaving:
        return total / leaving
    return float("inf") if total > 0 and sign > 0 else None
