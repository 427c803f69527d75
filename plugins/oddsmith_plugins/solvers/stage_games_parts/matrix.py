"""A matrix of payoffs -> the value of the game and the best mixtures of both players, in fractions.

With all entries made positive, the column player's mixture y solves  max sum(u), A u <= 1, u >= 0  with y = u / sum(u),
the row player's is the dual solution, and the value is 1 / sum(u) (von Neumann; Dantzig 1951). One phase of the
simplex method with Bland's rule, which never goes round in a circle; in fractions it ends with the exact value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Row = list[Fraction]
Mixture = tuple[Fraction, ...]


def solve_matrix(payoff: Sequence[Sequence[Fraction]]) -> tuple[Fraction, Mixture, Mixture]:
    """(value, mixture of the rows, mixture of the columns): rows want much, columns little."""
    rows, columns = len(payoff), len(payoff[0])
    shift = 1 - min(min(line) for line in payoff)
    table = [
        [entry + shift for entry in line] + [Fraction(int(i == k)) for k in range(rows)] + [Fraction(1)]
        for i, line in enumerate(payoff)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = [columns + i for i in range(rows)]
    while True:
        enters = next((k for k, cost in enumerate(goal[:-1]) if cost < 0), None)
        if enters is None:
            break
        limits = [(line[-1] / line[enters], basis[i], i) for i, line in enumerate(table) if line[enters] > 0]
        leaves = min(limits)[2]
        pivot(table, goal, leaves, enters)
        basis[leaves] = enters
    total = goal[-1]
    mixed = [Fraction(0)] * columns
    for i, variable in enumerate(basis):
        if variable < columns:
            mixed[variable] = table[i][-1] / total
    return 1 / total - shift, tuple(goal[columns + i] / total for i in range(rows)), tuple(mixed)


def pivot(table: list[Row], goal: Row, leaves: int, enters: int) -> None:
    """One step of the simplex method, in place."""
    head = table[leaves][enters]
    table[leaves] = [entry / head for entry in table[leaves]]
    for line in (*table[:leaves], *table[leaves + 1 :], goal):
        factor = line[enters]
        if factor:
            line[:] = [a - factor * b for a, b in zip(line, table[leaves], strict=True)]


def solve_linear(equations: list[Row]) -> Row | None:
    """The only solution of `a x = b`, given as rows (a, b); None where there is none or more than one."""
    size = len(equations)
    left = [list(line) for line in equations]
    for column in range(size):
        found = next((i for i in range(column, size) if left[i][column]), None)
        if found is None:
            return None
        left[column], left[found] = left[found], left[column]
        head = left[column][column]
        left[column] = [entry / head for entry in left[column]]
        for i in range(size):
            factor = left[i][column]
            if i != column and factor:
                left[i] = [a - factor * b for a, b in zip(left[i], left[column], strict=True)]
    return [line[-1] for line in left]
