"""A problem of two sides and the choices of one of them -> the problem of the other side alone.

What one side's strategy is worth is what the other side's best reply makes of it: a problem with one side, posed as
questions of one side are (end components merged, infinite values told apart). In a problem that is not STOPPING,
plays that never end are worth nothing if it has no proper choices, else infinitely much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.graph.quotient import Quotient, quotient
from oddsmith.graph.reach import safe_choices
from oddsmith.solve.decided import reach
from oddsmith.solve.decided_rewards import reward_until, total_reward
from oddsmith.solve.gains import ChoiceGain
from oddsmith.solve.merge import merge
from oddsmith.solve.problem import Problem, Trait
from oddsmith.solve.request import Column, Request
from oddsmith.solve.structure import Structure

Choices = NDArray[np.int64]


@dataclass(frozen=True)
class Alone:
    """The problem of the side that still decides, and the way back."""

    problem: Problem
    lift: Quotient
    """From the problem of two sides to this one."""
    idle: Choices
    """[n] of the problem of two sides: where nothing is won any more, a choice that keeps it so; else -1."""
    owner: NDArray[np.int64]
    """The state of each choice of the problem of two sides."""

    def values(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """[n] of this problem -> [n] of the problem of two sides."""
        return np.ascontiguousarray(values[self.lift.state])

    def reply(self, strategy: Choices | None) -> Choices:
        """A strategy of this problem, in choices of the problem of two sides; -1 where it has none.

        In components that were merged only the state whose choice leaves them gets one.
        """
        result = np.full(len(self.lift.state), -1, dtype=np.int64)
        starts = self.problem.transitions.starts
        # one choice may be left of several: what would lose too much was dropped
        chosen = np.where(np.diff(starts) == 1, starts[:-1], -1)
        if strategy is not None:
            chosen = np.where(strategy >= 0, strategy, chosen)
        chosen = self.lift.choice[chosen[chosen >= 0]]
        chosen = chosen[chosen >= 0]
        result[self.owner[chosen]] = chosen
        return np.where(self.idle >= 0, self.idle, result)


def alone(problem: Problem, held: Choices, context: Context) -> Alone:
    """The problem that is left when `held` choices are taken where there are any (-1: not held).

    Fixed states keep no choice of their own: they stand still.
    """
    transitions = problem.transitions
    owner = transitions.owner
    kept = ((held[owner] < 0) | (held[owner] == np.arange(transitions.choices))) & ~problem.fixed[owner]
    small = quotient(transitions, np.full(transitions.size, -1, dtype=np.int32), kept)
    structure = Structure(small.transitions, context)
    request = replace(_request(problem, held).through(small), lift=None, before=None)
    posed = _posed(problem, request, structure)
    lift = small if posed.lift is None else posed.lift.after(small)
    if posed.side is not None and not posed.side.any():
        posed = replace(posed, side=None)
    (result,) = merge([posed], structure)
    idle = _idle(request, posed, structure)
    return Alone(result.problem, lift, np.where(idle >= 0, small.choice[idle], -1), owner)


def _request(problem: Problem, held: Choices) -> Request:
    assert problem.side is not None
    assert problem.columns == 1
    exact_known, exact_gain = problem.exact_known, problem.exact_gain
    column = Column(
        known=problem.known[:, 0],
        gain=None if problem.gain is None else problem.gain[:, 0],
        exact_known=None if exact_known is None else exact_known[0],
        exact_gain=None if exact_gain is None else exact_gain[0],
        is_exact=exact_known is not None and problem.transitions.exact is not None,
    )
    side = np.where(problem.fixed | (held >= 0), 0, problem.side).astype(np.int8)
    stopping = Trait.STOPPING in problem.traits
    return Request(
        problem.transitions, problem.fixed, (column,), problem.initial, side, stopping=stopping, ceiling=problem.ceiling
    )


def _posed(problem: Problem, request: Request, structure: Structure) -> Request:
    """The request as one side asks it."""
    (column,) = request.columns
    fixed, initial = request.fixed, request.initial
    assert request.side is not None
    if request.stopping:
        return request
    if column.gain is None:
        goal = fixed & (column.known > 0)
        return reach(structure, goal, goal | ~fixed, initial, request.side)
    gain = ChoiceGain(column.gain, column.exact_gain)
    if problem.proper is None:
        return total_reward(structure, gain, initial, request.side)
    return reward_until(structure, fixed, gain, initial, request.side)


def _idle(request: Request, posed: Request, structure: Structure) -> Choices:
    """Where the posed request knows 0 and the first one did not: choices that stay there and gain nothing."""
    result = np.full(len(request.fixed), -1, dtype=np.int64)
    if not request.stopping:
        zero = posed.fixed & (posed.columns[0].known == 0)
        zero = zero if posed.lift is None else zero[posed.lift.state]
        gain = request.columns[0].gain
        places = np.flatnonzero(safe_choices(structure.back, zero, None if gain is None else gain == 0))[::-1]
        result[structure.owner[places]] = places
        result[request.fixed] = -1
    return result
