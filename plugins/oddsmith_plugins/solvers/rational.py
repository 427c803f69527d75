"""A problem with exact weights -> its equations in rational numbers, and one component of them solved.

Values are `fmpq` (python-flint) or a float infinity. All columns of a chain share one solve per component.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, lcm
from typing import Any

import numpy as np

from oddsmith.plugin import Context, Problem
from oddsmith_plugins.solvers.lifting import SingularError, WholeSystem, solve_whole

LARGE = 200
"""Unknowns from which digits are lifted instead of fractions eliminated."""

Value = Any
"""An fmpq, or a float infinity (flint has no annotations)."""


class ImproperError(Exception):
    """Under the choices taken the component is never left, so that its equations have no single solution."""


@dataclass
class Equations:
    """The rational equations of a problem, with the values found so far: value[column][state]."""

    problem: Problem
    weight: list[Value] = field(init=False)
    gain: list[list[Value] | None] = field(init=False)
    value: list[list[Value]] = field(init=False)

    def __post_init__(self) -> None:
        from flint import fmpq

        seen: dict[Fraction, Value] = {}

        def rational(number: Fraction | float) -> Value:
            if isinstance(number, float):
                return number if number in {inf, -inf} else fmpq(*number.as_integer_ratio())
            found = seen.get(number)
            if found is None:
                found = seen[number] = fmpq(number.numerator, number.denominator)
            return found

        problem = self.problem
        exact_known, exact_gain = problem.exact_known, problem.exact_gain
        self.weight = [rational(w) for w in problem.transitions.exact or ()]
        if exact_gain is None:
            exact_gain = (None,) * problem.columns
        self.gain = [None if g is None else [rational(v) for v in g] for g in exact_gain]
        if exact_known is None:
            raise ValueError("known values are not given as fractions")
        self.value = [[rational(v) for v in column] for column in exact_known]
        self.starts = problem.transitions.starts.tolist()
        self.rows = problem.transitions.row_start.tolist()
        self.targets = problem.transitions.column.tolist()

    def choices(self, state: int) -> range:
        return range(self.starts[state], self.starts[state + 1])

    def worth(self, choice: int, column: int) -> Value:
        """gain + sum of weight times value; infinite where a successor is."""
        gain, value = self.gain[column], self.value[column]
        total = 0 if gain is None else gain[choice]
        for t in range(self.rows[choice], self.rows[choice + 1]):
            x = value[self.targets[t]]
            if isinstance(x, float):
                return x
            total += self.weight[t] * x
        return total

    def alone(self, state: int, choice: int, column: int) -> Value | None:
        """The value of a state that can only loop or leave; None for a choice that loops and gains nothing."""
        gain, value = self.gain[column], self.value[column]
        total = 0 if gain is None else gain[choice]
        leaving = 0
        for t in range(self.rows[choice], self.rows[choice + 1]):
            target = self.targets[t]
            if target != state:
                if isinstance(value[target], float):
                    return value[target]
                leaving += self.weight[t]
                total += self.weight[t] * value[target]
        if leaving == 0:
            return None if total == 0 else (inf if total > 0 else -inf)
        return total / leaving

    def evaluate(self, states: list[int], policy: dict[int, int], columns: list[int], context: Context) -> None:
        """Solve x = A x + b over some states for the choices of a policy, and keep the values."""
        if len(states) < LARGE or not self._lifted(states, policy, columns, context):
            self._eliminated(states, policy, columns)

    def _lifted(self, states: list[int], policy: dict[int, int], columns: list[int], context: Context) -> bool:
        """By p-adic lifting, where the numbers are small enough."""
        from flint import fmpq

        system = whole_system(self, states, policy, columns)
        if system is None or not system.fits():
            return False
        try:
            solutions = solve_whole(system, context)
        except SingularError:
            return False
        for column, (numerators, denominator) in zip(columns, solutions, strict=True):
            for state, numerator in zip(states, numerators, strict=True):
                self.value[column][state] = fmpq(numerator, denominator)
        return True

    def _eliminated(self, states: list[int], policy: dict[int, int], columns: list[int]) -> None:
        """By dense elimination of fractions."""
        from flint import fmpq, fmpq_mat

        place = {state: i for i, state in enumerate(states)}
        matrix = fmpq_mat(len(states), len(states))
        right = fmpq_mat(len(states), len(columns))
        infinite: dict[int, float] = {}
        for i, state in enumerate(states):
            choice = policy[state]
            row = {i: fmpq(1)}
            for t in range(self.rows[choice], self.rows[choice + 1]):
                inside = place.get(self.targets[t])
                if inside is not None:
                    row[inside] = row.get(inside, fmpq(0)) - self.weight[t]
            for j, entry in row.items():
                matrix[i, j] = entry
            for c, column in enumerate(columns):
                total = self.outside(choice, place, column)
                if isinstance(total, float):
                    infinite[c] = total
                else:
                    right[i, c] = total
        try:
            solution = matrix.solve(right)
        except ZeroDivisionError as error:
            raise ImproperError from error
        for c, column in enumerate(columns):
            for i, state in enumerate(states):
                self.value[column][state] = infinite[c] if c in infinite else solution[i, c]

    def outside(self, choice: int, place: dict[int, int], column: int) -> Value:
        """What the choice gains and finds outside of the states that have a place."""
        gain, value = self.gain[column], self.value[column]
        total = 0 if gain is None else gain[choice]
        for t in range(self.rows[choice], self.rows[choice + 1]):
            target = self.targets[t]
            if target not in place:
                if isinstance(value[target], float):
                    return value[target]
                total += self.weight[t] * value[target]
        return total


def whole_system(
    equations: Equations, states: list[int], policy: dict[int, int], columns: list[int]
) -> WholeSystem | None:
    """(I - A) x = b with every row multiplied by its common denominator; None where b is infinite or too long."""
    place = {state: i for i, state in enumerate(states)}
    start, entries, targets = [0], [], []
    right = np.zeros((len(columns), len(states)), np.int64)
    for i, state in enumerate(states):
        choice = policy[state]
        row: dict[int, Value] = {i: 1}
        for t in range(equations.rows[choice], equations.rows[choice + 1]):
            inside = place.get(equations.targets[t])
            if inside is not None:
                row[inside] = row.get(inside, 0) - equations.weight[t]
        constants = [equations.outside(choice, place, column) for column in columns]
        if any(isinstance(constant, float) for constant in constants):
            return None
        scale = lcm(*(int(getattr(number, "q", 1)) for number in [*row.values(), *constants]))
        if scale > 2**40:
            return None
        targets.extend(row)
        entries.extend(int(number * scale) for number in row.values())
        start.append(len(entries))
        scaled = [int(constant * scale) for constant in constants]
        if max(map(abs, scaled), default=0) > 2**60:
            return None
        right[:, i] = scaled
    return WholeSystem(np.array(start), np.array(targets, np.int64), np.array(entries, np.int64), right)
