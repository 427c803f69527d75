"""A refusal says for each solver what is missing."""

import pytest

from oddsmith.expr.nodes import Name
from oddsmith.process.question import Path, Probability
from oddsmith.solve.choose import NoSolverError, applicable, reason
from oddsmith.solve.pose import pose_all
from oddsmith.solve.problem import Promise, Trait
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.small import space_of, stored_of


class Picky(Oracle):
    name = "picky"
    requires = frozenset({Trait.ACYCLIC, Trait.HORIZON})


@pytest.fixture
def problem(asking):
    space = space_of(stored_of([{1: "1/2", 2: "1/2"}, {0: "1/2", 3: "1/2"}, {2: 1}, {3: 1}]), [[3], []])
    (posed,) = pose_all(space, [asking.question(Probability(Path("F", Name("a"))))], formulas=asking.formulas)
    return posed.problem


def test_only_solvers_whose_needs_are_met_apply(problem):
    assert applicable(problem, [Picky(), Oracle()]) == (Oracle(),)


def test_what_is_missing_is_listed_by_solver(problem):
    with pytest.raises(NoSolverError) as refusal:
        applicable(problem, [Picky()])
    assert f"picky needs: {Trait.HORIZON.value}; {Trait.ACYCLIC.value}" in str(refusal.value)


class Slow(Oracle):
    name = "slow"
    promises = frozenset({Promise.EXACT})

    def cost(self, problem):
        return Oracle().cost(problem) + 7


def test_the_reason_is_the_true_one(problem):
    assert reason(problem, Oracle(), [Oracle()]).startswith("nothing else suits: about ")
    assert reason(problem, Oracle(), [Oracle(), Slow()]).startswith("expected to be quickest: about ")
    assert reason(problem, Slow(), [Oracle(), Slow()]).startswith("for its fractions: about ")
