"""Two opposed players in a game tree -> the behaviour of both, and what each of them guarantees with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Bounded, Unfolded
from oddsmith_plugins.solvers.sequence_form_parts.program import Program, Vertex, solve_program
from oddsmith_plugins.solvers.sequence_form_parts.vertex import exact_vertex

Vector = NDArray[np.float64]
DENOMINATORS = (12, 60, 1000, 10_000, 1_000_000)
"""Fractions with at most these denominators are tried first."""
MOST_UNKNOWNS = 600
"""Up to so many moves the vertex is solved in fractions."""


@dataclass(frozen=True)
class Duel:
    """`first` wants the payoff large, `second` small; everybody else decides nothing."""

    game: Unfolded
    first: int
    second: int
    payoff: Vector
    exact_payoff: NDArray[np.object_] | None

    @property
    def has_fractions(self) -> bool:
        """Whether chances and payoffs are known as fractions (and no goal can be missed)."""
        exact = self.exact_payoff
        return self.game.exact is not None and exact is not None and not any(isinstance(u, float) for u in exact)


@dataclass(frozen=True)
class Settled:
    """The behaviour of both, and the value that they guarantee."""

    behaviour: Vector
    value: Bounded
    exact: tuple[Fraction, ...] | None = None


def settle(duel: Duel, *, fractions: bool) -> Settled:
    """The equilibrium; in fractions where that is wanted and possible."""
    programs = (Program.of(duel, duel.first, duel.second, 1), Program.of(duel, duel.second, duel.first, -1))
    vertices = tuple(solve_program(program) for program in programs)
    rough = _behaviour(duel, programs, vertices)
    if fractions and duel.has_fractions:
        for exact in _candidates(duel, programs, vertices, rough):
            low, high = _guaranteed(duel, exact)
            if low == high:
                return Settled(np.array([float(weight) for weight in exact]), Bounded.of(low), tuple(exact))
    plays = duel.game.plays
    high = plays.best_response(duel.first, rough, duel.payoff).value
    low = -plays.best_response(duel.second, rough, -duel.payoff).value
    error = 1.2e-16 * (4 * len(duel.game.tree.level) + plays.count) * float(np.abs(duel.payoff).max())
    return Settled(rough, Bounded((low + high) / 2, low - error, high + error))


def _candidates(
    duel: Duel, programs: tuple[Program, ...], vertices: tuple[Vertex, ...], rough: Vector
) -> Iterator[list[Fraction]]:
    """Exact behaviours that may be the equilibrium, the cheap ones first."""
    information = duel.game.tree.information
    start = information.start.tolist()
    for most in DENOMINATORS:
        found: list[Fraction] = []
        for i in range(information.count):
            weights = [Fraction(w).limit_denominator(most) for w in rough[start[i] : start[i + 1]].tolist()]
            total = sum(weights, Fraction(0))
            found += [weight / total for weight in weights] if total else _evenly(len(weights))
        yield found
    if information.moves <= MOST_UNKNOWNS:
        plans = [exact_vertex(program, vertex) for program, vertex in zip(programs, vertices, strict=True)]
        if all(plan is not None for plan in plans):
            yield _from_plans(duel, programs, plans)


def _guaranteed(duel: Duel, behaviour: list[Fraction]) -> tuple[Fraction, Fraction]:
    """What the first player gets at least, and what the second lets him get at most."""
    exact, payoff = duel.game.exact, duel.exact_payoff
    assert exact is not None
    assert payoff is not None
    low = -exact.best_response(duel.second, behaviour, -payoff)[0]
    return low, exact.best_response(duel.first, behaviour, payoff)[0]


def _behaviour(duel: Duel, programs: tuple[Program, ...], vertices: tuple[Vertex, ...]) -> Vector:
    information = duel.game.tree.information
    found = information.uniform()
    for program, vertex in zip(programs, vertices, strict=True):
        plan = dict(zip(program.moves, vertex.plan.tolist(), strict=True))
        for i in information.of(program.player).tolist():
            moves = range(int(information.start[i]), int(information.start[i + 1]))
            weights = np.maximum([plan[m] for m in moves], 0.0)
            if weights.sum() > 1e-9:
                found[moves.start : moves.stop] = weights / weights.sum()
    return found


def _from_plans(duel: Duel, programs: tuple[Program, ...], plans: list[Any]) -> list[Fraction]:
    information = duel.game.tree.information
    found = [Fraction(0)] * information.moves
    for i in range(information.count):
        moves = range(int(information.start[i]), int(information.start[i + 1]))
        owner = [k for k, program in enumerate(programs) if program.player == information.player[i]]
        weights = [plans[owner[0]].get(m, Fraction(0)) for m in moves] if owner else []
        total = sum(weights, Fraction(0))
        shares = [weight / total for weight in weights] if total else _evenly(len(moves))
        found[moves.start : moves.stop] = shares
    return found


def _evenly(count: int) -> list[Fraction]:
    return [Fraction(1, count)] * count
