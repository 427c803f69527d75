"""A vertex in floating point and its tight constraints -> the same vertex in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsmith_plugins.solvers.sequence_form_parts.program import Program, Row, Vertex

ZERO = 1e-9
"""What is smaller counts as zero in the plan."""
ROUGH = 10_000
"""Denominators of unknowns that the tight constraints leave open."""


def exact_vertex(program: Program, vertex: Vertex) -> dict[int, Fraction] | None:
    """The plan by move; None where the constraints that are tight contradict each other in fractions."""
    if program.exact is None:
        return None
    rows: list[tuple[Row, int]] = [(row, 0) for row in program.equalities[:-1]]
    rows += [(program.equalities[-1], 1)]
    rows += [(program.exact[k], 0) for k in vertex.tight]
    rows += [({k: 1}, 0) for k, weight in enumerate(vertex.plan.tolist()) if weight < ZERO]
    solved = _solve(rows, program.size, vertex.unknowns.tolist())
    if solved is None or any(weight < 0 for weight in solved[: len(program.moves)]):
        return None
    return dict(zip(program.moves, solved[: len(program.moves)], strict=True))


def _solve(rows: list[tuple[Row, int]], width: int, rough: list[float]) -> list[Fraction] | None:
    """Gauss-Jordan in fractions; what stays open takes its rough value."""
    from flint import fmpq, fmpq_mat

    def exact(value: Any) -> Any:
        number = Fraction(value)
        return fmpq(number.numerator, number.denominator)

    entries = [exact(row.get(c, 0)) if c < width else exact(right) for row, right in rows for c in range(width + 1)]
    reduced, rank = fmpq_mat(len(rows), width + 1, entries).rref()
    pivots: list[int] = []
    for r in range(rank):
        pivots.append(next(c for c in range(width + 1) if reduced[r, c] != 0))
    if width in pivots:
        return None
    found = [Fraction(value).limit_denominator(ROUGH) for value in rough]
    for r, pivot in enumerate(pivots):
        total = _fraction(reduced[r, width])
        for c in range(pivot + 1, width):
            if c not in pivots and reduced[r, c] != 0:
                total -= _fraction(reduced[r, c]) * found[c]
        found[pivot] = total
    return found


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
