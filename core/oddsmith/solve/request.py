"""What a question needs solved, and what it gets back: one or more columns over one set of transitions."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.quotient import Quotient
from oddsmith.solve.answer import Spread
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.play import Play
from oddsmith.solve.sample import Sample
from oddsmith.solve.solution import Solution, Status
from oddsmith.space.space import Stored

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """One right-hand side: known values [n] and gains [m] (None: zero), exactly where possible."""

    known: Vector | NDArray[np.bool_]
    """Truth values stand for 1 and 0."""
    gain: Vector | None = None
    exact_known: tuple[Fraction | float, ...] | None = None
    exact_gain: tuple[Fraction, ...] | None = None
    """None with `exact_known` given: zero."""
    is_exact: bool = False
    """Whether the exact fields are to be believed (and missing ones are zero)."""


@dataclass(frozen=True)
class Request:
    """A problem for one question. See Problem for the equation."""

    transitions: Stored
    fixed: NDArray[np.bool_]
    columns: tuple[Column, ...]
    initial: int
    side: NDArray[np.int8] | None = None
    horizon: int | None = None
    stopping: bool = True
    ceiling: float | None = None
    proper: NDArray[np.int64] | None = None
    lift: Quotient | None = None
    """How the transitions came from those of the space; None: they are the same."""
    whole: bool = False
    """Whether the values of all states are wanted, not only of the initial one."""
    conduct: Callable[[], NDArray[np.int64]] | None = None
    """What makes the values of fixed states true: a choice of each state of the space, -1 where any will do. Called
    only where a strategy is wanted."""
    before: Request | None = None
    """The same over the transitions of the space; None: this is it."""

    @property
    def base(self) -> Request:
        """The request over the transitions of the space."""
        return self if self.before is None else self.before

    def through(self, small: Quotient) -> Request:
        """The same question over a quotient: columns, fixed states and sides follow; `fixed` groups must agree."""
        first = small.first()
        return replace(
            self,
            transitions=small.transitions,
            fixed=self.fixed[first],
            columns=tuple(_shrunk(column, small, first) for column in self.columns),
            initial=int(small.state[self.initial]),
            side=None if self.side is None else _sides(self.side, small),
            lift=small,
            before=self,
        )


def _shrunk(column: Column, small: Quotient, first: NDArray[np.int64]) -> Column:
    exact_known, exact_gain = column.exact_known, column.exact_gain
    choices = small.choice.tolist()
    return Column(
        known=column.known[first],
        gain=None if column.gain is None else small.choices_of(column.gain),
        exact_known=None if exact_known is None else tuple(exact_known[s] for s in first.tolist()),
        exact_gain=None if exact_gain is None else tuple(exact_gain[j] if j >= 0 else Fraction(0) for j in choices),
        is_exact=column.is_exact,
    )


def _sides(side: NDArray[np.int8], small: Quotient) -> NDArray[np.int8]:
    """The side of a merged state is that of any of its states that decides."""
    result = np.zeros(small.transitions.size, dtype=np.int8)
    deciding = side != 0
    result[small.state[deciding]] = side[deciding]
    several = np.diff(small.transitions.starts) > 1
    whole = side[deciding][0] if deciding.any() else np.int8(0)
    return np.where(several & (result == 0), whole, np.where(several, result, 0)).astype(np.int8)


@dataclass(frozen=True)
class Solved:
    """The columns of a request, solved; states are those of the space.

    Where only the initial state was wanted, nothing else is kept.
    """

    solution: Solution
    first: int
    """The request's first column among those of the solution."""
    solver: str
    seconds: float
    lift: Quotient | None = None
    only: int | None = None
    """The one state (of the space) that was kept."""

    def at(self, state: int, column: int = 0) -> Bounded:
        """The number at one state."""
        assert self.only in (None, state), "only the initial state was asked for"
        s = 0 if self.only is not None else state if self.lift is None else int(self.lift.state[state])
        c = self.first + column
        if self.solution.exact is not None:
            exact = self.solution.exact[c][s]
            return Bounded.of(exact)
        return Bounded(
            float(self.solution.value[s, c]), float(self.solution.lower[s, c]), float(self.solution.upper[s, c])
        )

    def value(self, column: int = 0) -> Vector:
        return self._lifted(self.solution.value[:, self.first + column])

    def lower(self, column: int = 0) -> Vector:
        return self._lifted(self.solution.lower[:, self.first + column])

    def upper(self, column: int = 0) -> Vector:
        return self._lifted(self.solution.upper[:, self.first + column])

    def exact(self, column: int = 0) -> tuple[Fraction | float, ...] | None:
        if self.solution.exact is None:
            return None
        values = self.solution.exact[self.first + column]
        return values if self.lift is None else tuple(values[s] for s in self.lift.state.tolist())

    def narrowed(self, state: int) -> Solved:
        """Only one state of it, to set the memory of the others free."""
        s = state if self.lift is None else int(self.lift.state[state])
        solution = self.solution
        kept = replace(
            solution,
            value=solution.value[s : s + 1].copy(),
            lower=solution.lower[s : s + 1].copy(),
            upper=solution.upper[s : s + 1].copy(),
            strategy=None,
            exact=None if solution.exact is None else tuple((column[s],) for column in solution.exact),
        )
        return replace(self, solution=kept, lift=None, only=state)

    def _lifted(self, values: Vector) -> Vector:
        assert self.only is None, "only the initial state was asked for"
        return np.ascontiguousarray(values if self.lift is None else values[self.lift.state])


@dataclass(frozen=True)
class Finding:
    """What a question's work ends with."""

    value: Bounded | Spread
    method: str = ""
    """How it was done, where that is more than solving once; else the solvers' methods are named."""
    status: Status = Status.DONE
    play: Play | None = None
    """How everybody plays, where solvers of game trees say so."""
    sample: Sample | None = None
    """Of an estimate."""


Work = Generator[list[Request], list[Solved], Finding]
"""A question at work: asks for columns, gets them solved, asks again, ends with a finding."""

Numbers = Generator[list[Request], list[Solved], Bounded]
"""The same, ending with one number."""
