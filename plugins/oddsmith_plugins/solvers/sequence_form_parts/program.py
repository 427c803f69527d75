"""One player's side of a duel -> its linear program, and the vertex that HiGHS finds.

Unknown are the plan x of the player (one number per move, and 1 for not having moved yet) and a value v for every
information set of the opponent and for the beginning:   max v(beginning)   subject to   E x = e,   x >= 0,   and for
every move t of the opponent (and for none)   v(set of t) - sum of v over his sets behind t  <=  sum over x(s) A(s, t).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from oddsmith_plugins.solvers.sequence_form_parts.duel import Duel

Vector = NDArray[np.float64]
Row = dict[int, Any]
"""Coefficients by unknown: floats or fractions."""


@dataclass(frozen=True)
class Vertex:
    """A solution: the plan by `Program.moves`, all unknowns, and which inequalities are tight."""

    plan: Vector
    unknowns: Vector
    tight: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """`moves` are the player's, his empty one last; then come the opponent's sets and the beginning as unknowns."""

    player: int
    moves: tuple[int, ...]
    equalities: tuple[Row, ...]
    """sum = 0, the last one = 1."""
    inequalities: tuple[Row, ...]
    """sum <= 0."""
    exact: tuple[Row, ...] | None
    """The inequalities in fractions."""
    size: int

    @classmethod
    def of(cls, duel: Duel, player: int, opponent: int, sign: int) -> Program:
        information = duel.game.tree.information
        own, other = _moves(information, player), _moves(information, opponent)
        place = {move: k for k, move in enumerate(own)}
        sets = information.of(opponent).tolist()
        value = {i: len(own) + k for k, i in enumerate(sets)}
        beginning = len(own) + len(sets)
        chance, payoff = duel.game.plays.chance, duel.payoff
        rows = _inequalities(duel, (player, opponent), place, (other, value, beginning), sign * chance * payoff)
        exact = None
        if duel.has_fractions and duel.game.exact is not None:
            weights = sign * duel.game.exact.chance * duel.exact_payoff
            exact = _inequalities(duel, (player, opponent), place, (other, value, beginning), weights)
        return cls(player, own, tuple(_equalities(information, player, place)), rows, exact, beginning + 1)


def _moves(information: Any, player: int) -> tuple[int, ...]:
    sets = information.of(player).tolist()
    own = [m for i in sets for m in range(int(information.start[i]), int(information.start[i + 1]))]
    return (*own, information.moves + player)


def _equalities(information: Any, player: int, place: dict[int, int]) -> list[Row]:
    rows: list[Row] = []
    for i in information.of(player).tolist():
        row: Row = {place[m]: 1 for m in range(int(information.start[i]), int(information.start[i + 1]))}
        row[place[int(information.before[i])]] = -1
        rows.append(row)
    return [*rows, {len(place) - 1: 1}]


def _inequalities(
    duel: Duel,
    who: tuple[int, int],
    place: dict[int, int],
    there: tuple[Sequence[int], dict[int, int], int],
    weights: NDArray[Any],
) -> tuple[Row, ...]:
    (player, opponent), (other, value, beginning) = who, there
    information = duel.game.tree.information
    rows: dict[int, Row] = {move: {} for move in other}
    for move, row in rows.items():
        row[value[int(information.owner[move])] if move < information.moves else beginning] = 1
    for i in information.of(opponent).tolist():
        rows[int(information.before[i])][value[i]] = -1
    last = duel.game.plays.last
    for weight, mine, his in zip(weights.tolist(), last[:, player].tolist(), last[:, opponent].tolist(), strict=True):
        row = rows[his]
        row[place[mine]] = row.get(place[mine], 0 * weight) - weight
    return tuple(rows.values())


def solve_program(program: Program) -> Vertex:
    """The vertex, in floating point."""
    from scipy.optimize import linprog

    objective = np.zeros(program.size)
    objective[-1] = -1.0
    right = np.zeros(len(program.equalities))
    right[-1] = 1.0
    bounds = [(0, None) if k < len(program.moves) else (None, None) for k in range(program.size)]
    left = _matrix(program.inequalities, program.size)
    solved = linprog(
        objective,
        A_ub=left,
        b_ub=np.zeros(len(program.inequalities)),
        A_eq=_matrix(program.equalities, program.size),
        b_eq=right,
        bounds=bounds,
        method="highs-ds",
    )
    if solved.x is None:
        raise ArithmeticError(f"HiGHS found no solution: {solved.message}")
    slack = -(left @ solved.x)
    tight = tuple(np.flatnonzero((slack < 1e-9) | (np.abs(solved.ineqlin.marginals) > 1e-9)).tolist())
    return Vertex(solved.x[: len(program.moves)], solved.x, tight)


def _matrix(rows: Sequence[Row], width: int) -> Any:
    from scipy.sparse import csr_array

    places = [(r, c) for r, row in enumerate(rows) for c in row]
    values = [float(value) for row in rows for value in row.values()]
    index = (np.array([r for r, _ in places]), np.array([c for _, c in places]))
    return csr_array((values, index), shape=(len(rows), width))
