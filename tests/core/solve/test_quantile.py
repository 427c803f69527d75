"""Quantiles are found where the bounded probability crosses the level."""

import math
from fractions import Fraction

import pytest

from oddsmith.expr.nodes import Name, Number
from oddsmith.process.question import Bound, Path, Quantile
from oddsmith.solve.solution import Status
from oddsmith.testing.small import space_of, stored_of

A = Name("a")


def waiting():
    """P(F<=k a) = 1 - 1/2^k."""
    return space_of(stored_of([{0: "1/2", 1: "1/2"}, {1: 1}]), [[1], [0]])


def quantile(which, operator, level, kind="F", formula=A, optimum=None):
    return Quantile(which, "k", Path(kind, formula, bound=Bound(high=Name("k"))), operator, Number(level), optimum)


@pytest.mark.parametrize(
    ("which", "operator", "level", "expected"),
    [
        ("smallest", ">=", Fraction(1, 2), 1),
        ("smallest", ">", Fraction(1, 2), 2),
        ("smallest", ">=", Fraction(999, 1000), 10),
        ("smallest", ">=", 0, 0),
        ("smallest", "<", Fraction(1, 2), 0),
        ("largest", "<", Fraction(999, 1000), 9),
        ("largest", "<=", Fraction(3, 4), 2),
        ("largest", "<=", 1, math.inf),
        ("largest", ">=", Fraction(1, 2), math.inf),
        ("smallest", ">", 1, math.inf),
    ],
)
def test_the_number_of_steps(asking, which, operator, level, expected):
    assert asking.exact(waiting(), quantile(which, operator, level)) == expected


def test_staying_away_falls_with_time(asking):
    query = quantile("largest", ">=", Fraction(1, 100), "G", Name("b"))
    assert asking.exact(waiting(), query) == 6


def test_the_best_choices_need_fewer_steps(asking):
    transitions = stored_of([[{0: "1/2", 1: "1/2"}, {0: "9/10", 1: "1/10"}], [{1: 1}]])
    space = space_of(transitions, [[1], []])
    assert asking.exact(space, quantile("smallest", ">=", Fraction(9, 10), optimum="max")) == 4
    assert asking.exact(space, quantile("smallest", ">=", Fraction(9, 10), optimum="min")) == 22


def test_bounds_that_do_not_tell_are_said(asking):
    from dataclasses import replace

    from oddsmith.testing.oracle import Oracle

    class Wide(Oracle):
        def solve(self, problem, context):
            solution = super().solve(problem, context)
            return replace(solution, exact=None, lower=solution.lower - 1e-3, upper=solution.upper + 1e-3)

    query = quantile("smallest", ">=", Fraction(1, 2))
    (answer,) = asking.answers(waiting(), query, choose=lambda problem: Wide())
    assert (answer.lower, answer.upper) == (1, 2)
    assert answer.status is Status.LOOSE
