"""A process with tables that may be bound -> its state space with formulas for the weights -> the space for any values.

The game is explored once, with values at which no weight is 0 that need not be: every cell strictly between 0 and 1,
rows that sum to 1, all of them different. Weights are traced (see expr/traced.py), so that each is known as a
formula over the cells. To bind values is to evaluate the formulas and to put the results into their places: nothing is
explored, states and their numbers stay. Transitions whose weight is 0 now are kept where the numbers of transitions
matter (`sparse=False`), and left out for solvers, which take every transition for a possible one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.expr.closures import Closure
from oddsmith.expr.evaluate import Compiler
from oddsmith.expr.layout import Layout
from oddsmith.expr.nodes import Expr, Index, Name, Number
from oddsmith.expr.substitute import transform
from oddsmith.expr.traced import Traced
from oddsmith.expr.values import EvaluationError, Value
from oddsmith.kernel.kernel import Target
from oddsmith.process.process import Process, Table
from oddsmith.source import Diagnostic, SpecError
from oddsmith.space.explore import explore
from oddsmith.space.space import Gains, StateSpace


@dataclass(frozen=True)
class Rebindable:
    """A state space whose weights are formulas over the cells of tables."""

    space: StateSpace
    """At inner values: every transition that some values make possible."""
    tables: tuple[Table, ...]
    """Those that may be bound, with the values that the process had."""
    formulas: tuple[Closure, ...]
    """The distinct weights, as functions of all cells in the order of the tables."""
    place: NDArray[np.int64]
    """For every transition the formula of its weight; -1 where no cell has a part in it."""

    def bound(self, tables: Iterable[Table] = (), *, sparse: bool = True) -> StateSpace:
        """The space with the values of these tables; others have the values that the process had."""
        given = {table.name: table for table in tables}
        cells = tuple(value for table in self.tables for value in given.get(table.name, table).values)
        values = [self._value(formula, cells) for formula in self.formulas]
        stored = self.space.transitions
        assert stored.exact is not None, "formulas come from an exact kernel"
        exact = tuple(
            values[place] if place >= 0 else weight
            for place, weight in zip(self.place.tolist(), stored.exact, strict=True)
        )
        weight = np.array([float(value) for value in exact], dtype=np.float64)
        space = replace(self.space, transitions=replace(stored, weight=weight, exact=exact))
        self._check(space, exact)
        return without_zeros(space) if sparse else space

    def _value(self, formula: Closure, cells: tuple[Value | None, ...]) -> Fraction:
        try:
            return Fraction(formula(cells))
        except EvaluationError as error:
            fix = "give every state a distribution for all values that may be bound"
            raise SpecError(
                [Diagnostic(error.code, f"{error.message} for these values", error.span, fix=fix)]
            ) from None

    def _check(self, space: StateSpace, exact: Sequence[Fraction]) -> None:
        """No weight may be negative, and those of each choice sum to 1."""
        stored = space.transitions
        changed = np.unique(np.searchsorted(stored.row_start, np.flatnonzero(self.place >= 0), side="right") - 1)
        for choice in changed.tolist():
            weights = exact[int(stored.row_start[choice]) : int(stored.row_start[choice + 1])]
            total = sum(weights, Fraction(0))
            if total != 1 or min(weights) < 0:
                state = space.describe(int(stored.owner[choice]))
                wrong = f"sum to {total}, not to 1" if total != 1 else f"include {min(weights)}, which is negative"
                message = (
                    f"with these values the probabilities of {space.actions[space.summand[choice]] or 'a command'}"
                )
                code = "E601" if total != 1 else "E606"
                raise SpecError([Diagnostic(code, f"{message} {wrong}", why=f"in the state {state}")])


def rebindable(
    process: Process, conditions: tuple[Expr, ...], targets: Sequence[Target], context: Context
) -> Rebindable:
    """Explore once; the kernel must be an exact one."""
    tables = tuple(table for table in process.tables if table.bind)
    inner = {table.name: _traced(table) for table in tables}
    open_process = replace(process, tables=tuple(inner.get(table.name, table) for table in process.tables))
    exact = tuple(target for target in targets if target.numbers == "exact")
    space, _ = explore(open_process, conditions, exact, context, exact=True)
    assert space.transitions.exact is not None
    known: dict[Expr, int] = {}
    place = np.full(space.transitions.count, -1, dtype=np.int64)
    for number, weight in enumerate(space.transitions.exact):
        if isinstance(weight, Traced):
            place[number] = known.setdefault(weight.expr, len(known))
    return Rebindable(space, tables, _compiled(known, tables), place)


def _traced(table: Table) -> Table:
    """The table with different numbers strictly between 0 and 1, those of a row with the sum 1."""
    low, high = table.axes[-1]
    width = high - low + 1
    numbers = [Fraction(_spread(k)) for k in range(len(table.values))]
    cells = list(product(*(range(first, last + 1) for first, last in table.axes)))
    values: list[Value | None] = []
    for start in range(0, len(numbers), width):
        row = numbers[start : start + width]
        total = sum(row) if table.bind != "probabilities" else Fraction(2 * _spread(len(numbers)))
        for number, cell in zip(row, cells[start : start + width], strict=True):
            expr = Index(table.name, tuple(Number(index) for index in cell))
            values.append(Traced.of(number / total, expr) if width > 1 or table.bind == "probabilities" else 1)
    return replace(table, values=tuple(values))


def _spread(k: int) -> int:
    """Growing numbers without simple relations among them."""
    return 1009 + 97 * k + 13 * k * k


def _compiled(formulas: Mapping[Expr, int], tables: Sequence[Table]) -> tuple[Closure, ...]:
    slots: dict[str, int] = {}
    for table in tables:
        for cell in product(*(range(low, high + 1) for low, high in table.axes)):
            slots[f"{table.name}{list(cell)}"] = len(slots)
    compiler = Compiler(Layout(slots, len(slots)))
    return tuple(compiler.compile(transform(expr, _as_slot)) for expr in formulas)


def _as_slot(expr: Expr) -> Expr:
    if not isinstance(expr, Index):
        return expr
    return Name(f"{expr.name}{[index.value for index in expr.indices if isinstance(index, Number)]}")


def without_zeros(space: StateSpace) -> StateSpace:
    """The space without the transitions whose weight is 0."""
    stored = space.transitions
    kept = stored.weight > 0
    if stored.exact is not None:
        kept = np.array([weight != 0 for weight in stored.exact], dtype=np.bool_)
    if kept.all():
        return space
    counts = np.concatenate(([0], np.cumsum(kept)))
    exact = None if stored.exact is None else tuple(w for w, keep in zip(stored.exact, kept, strict=True) if keep)
    smaller = replace(
        stored,
        row_start=counts[stored.row_start].astype(np.int64),
        column=stored.column[kept],
        weight=stored.weight[kept],
        exact=exact,
    )
    gains = {name: _without(gain, kept) for name, gain in space.gains.items()}
    return replace(space, transitions=smaller, gains=gains)


def _without(gains: Gains, kept: NDArray[np.bool_]) -> Gains:
    step = None if gains.step is None else gains.step[kept]
    exact = gains.exact_step
    exact = None if exact is None else tuple(gain for gain, keep in zip(exact, kept, strict=True) if keep)
    return replace(gains, step=step, exact_step=exact)
