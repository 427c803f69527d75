"""Questions -> columns: what is added up on the way, and where it stops; numbers with bounds, or fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Expectation, Path, Probability, Question, StateSpace, UnsuitableError, choice_gain
from oddsmith_plugins.solvers.bounds import SLACK, TINY, UNIT
from oddsmith_plugins.solvers.stage_games_parts.board import Board

Number = Any
"""A float, or a fraction where weights are known exactly."""
Pair = tuple[Number, Number]
"""A lower and an upper bound; equal where numbers are exact."""


@dataclass(frozen=True)
class Column:
    """One number per state: `stop` where it is known (`known`), elsewhere gains of choices and what follows."""

    stop: NDArray[np.bool_]
    known: NDArray[np.bool_]
    gain: list[Number] | None


class Sheet:
    """Values of columns at states, and how those of a choice follow from its successors."""

    def __init__(self, board: Board, columns: list[Column], exact: bool = True) -> None:
        stored = board.space.transitions
        self.exact = exact and stored.exact is not None
        self.columns = columns
        self.column, self.row_start = stored.column.tolist(), stored.row_start.tolist()
        precise = stored.exact if self.exact else None
        self.weight: list[Number] = list(precise) if precise is not None else stored.weight.tolist()
        one: Number = Fraction(1) if self.exact else 1.0
        zero: Number = one - one
        self.zero = zero
        self.value: list[list[Pair]] = [
            [(one, one) if hit else (zero, zero) for hit in (c.stop & c.known).tolist()] for c in columns
        ]
        self.stops = [c.stop.tolist() for c in columns]

    def choice(self, column: int, j: int) -> Pair:
        """The value of a choice, from those of its successors."""
        gain = self.columns[column].gain
        start = self.zero if gain is None else gain[j] if self.exact else float(gain[j])
        span = range(self.row_start[j], self.row_start[j + 1])
        values = self.value[column]
        return self.mean(((self.weight[t], values[self.column[t]]) for t in span), start)

    def mean(self, parts: Any, start: Number = 0) -> Pair:
        """`start` and the weighted bounds; floating-point sums are moved apart by what rounding can have done."""
        lower, upper, size, count = start, start, abs(start), 0
        for weight, (low, high) in parts:
            lower += weight * low
            upper += weight * high
            size += weight * max(abs(low), abs(high))
            count += 1
        if self.exact or size == 0:
            return lower, upper
        slack = float(size) * (count + SLACK) * UNIT + TINY
        return float(lower) - slack, float(upper) + slack


def wanted(board: Board, reward: str, sign: int = 1) -> Column:
    """All that is gained of a reward until the game ends."""
    return Column(board.ends, np.zeros_like(board.ends), _gain(board.space, reward, sign))


def measured(board: Board, question: Question, truth: Any) -> Column:
    """What the question measures; UnsuitableError where it cannot be measured like this."""
    match question.measure:
        case Expectation(measure="reach", goal=goal) as query:
            hit = truth(goal)
            if (board.ends & ~hit).any():
                missed = board.space.describe(int(np.argmax(board.ends & ~hit)))
                raise UnsuitableError(f"the game can end without its goal ({missed}): the answer would be infinite")
            return Column(hit, np.zeros_like(hit), _gain(board.space, query.reward))
        case Expectation(measure="total") as query:
            return wanted(board, query.reward)
        case Probability(path=Path(kind="F" | "U", bound=None) as path):
            hit = truth(path.right)
            blocked = np.zeros_like(hit) if path.left is None else ~truth(path.left)
            return Column(hit | blocked | board.ends, hit, None)
    raise UnsuitableError("where players decide at the same time, P [F …], P [… U …], R [F …] and R [C] can be asked")


def _gain(space: StateSpace, reward: str, sign: int = 1) -> list[Number]:
    gain = choice_gain(space, reward)
    numbers: list[Number] = list(gain.exact) if gain.exact is not None else gain.value.tolist()
    return numbers if sign == 1 else [-number for number in numbers]
