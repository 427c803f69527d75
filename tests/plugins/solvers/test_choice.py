"""The built-in choice: fractions where they are cheap, one sweep, elimination for walks, iteration for the rest."""

import pytest

from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.acyclic import Acyclic
from oddsmith_plugins.solvers.choice import by_cost
from oddsmith_plugins.solvers.direct import Direct
from oddsmith_plugins.solvers.exact import Exact
from oddsmith_plugins.solvers.interval_iteration import IntervalIteration
from oddsmith_plugins.solvers.policy_iteration import PolicyIteration
from oddsmith_plugins.solvers.stepwise import Stepwise

ALL = (Acyclic(), Direct(), Exact(), IntervalIteration(), PolicyIteration(), Stepwise())


def chosen(problem):
    return by_cost(problem, tuple(solver for solver in ALL if not solver.missing(problem)))


def test_textbook_games_are_answered_in_fractions():
    assert chosen(problem_of(walk(5, "3/5", exact=True), {0: 0, 5: 1})) == "exact"


@pytest.mark.parametrize("length", [20, 1000, 100_000])
def test_walks_are_eliminated(length):
    assert chosen(problem_of(walk(length), {0: 0, length: 1})) == "direct"


def test_games_without_cycles_are_swept_once():
    assert chosen(problem_of(stored_of([{1: 1}, {1: 1}], exact=False), {1: 1})) == "acyclic"


def test_steps_are_counted():
    assert chosen(problem_of(walk(50), {50: 1}, horizon=10)) == "stepwise"


def test_narrow_decisions_are_improved():
    game = stored_of(
        [{0: 1}, *[[{s - 1: "1/2", s + 1: "1/2"}, {s - 1: 1}] for s in range(1, 50)], {50: 1}], exact=False
    )
    assert chosen(problem_of(game, {0: 0, 50: 1}, maximise=True)) == "policy-iteration"


def test_no_solver_no_name():
    assert by_cost(problem_of(walk(3), {0: 0, 3: 1}), ()) is None
