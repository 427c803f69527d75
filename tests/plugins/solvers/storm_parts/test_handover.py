"""What Storm is given has rows that sum to one, columns in order, and the same values as our equations."""

import numpy as np
import pytest
from hypothesis import given, settings

from oddsmith.context import Context
from oddsmith.expr.nodes import Name
from oddsmith.process.question import Expectation, Path, Probability, Question
from oddsmith.solve.pose import pose_all
from oddsmith.solve.problem import Trait
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of
from oddsmith_plugins.solvers.storm_parts.handover import handovers
from oddsmith_plugins.solvers.system import system_of


def given_to_storm(problem):
    return handovers(system_of(problem), Trait.STOPPING in problem.traits)


def test_a_probability_is_asked_for_as_one():
    [(columns, model)] = given_to_storm(problem_of(walk(4, "1/2"), {0: 0, 4: 1}, initial=2))
    assert columns.tolist() == [0]
    assert model.reward.shape == (5, 0)
    assert model.weight[model.column == 3].tolist() == [0.5, 1.0]


def test_a_column_of_zeros_is_not_asked_for():
    assert given_to_storm(problem_of(walk(4, "1/2"), {0: 0, 4: 0}, initial=2)) == []


def test_other_values_are_rewards_on_the_way_out():
    [(_, model)] = given_to_storm(problem_of(walk(4, "1/2"), {0: 0, 4: 7}, initial=2))
    assert sorted(model.reward[:, 0].tolist()) == [0, 0, 0, 0, 3.5]


@settings(max_examples=100, deadline=None)
@given(random_transitions(6, 3))
def test_rows_are_distributions_over_columns_in_order(transitions):
    space = space_of(transitions, [[0]], {"r": gains_of(transitions, choice=[1] * transitions.choices)})
    optima = (None,) if transitions.choice_start is None else ("min", "max")
    queries = [Probability(Path("F", Name("a")), best) for best in optima]
    queries += [Expectation("r", "reach", Name("a"), optimum=best) for best in optima]
    questions = [Question(f"q{i}", "", query) for i, query in enumerate(queries)]
    for posed in pose_all(space, questions, Context(), (Name("a"),)):
        for _, model in given_to_storm(posed.problem):
            assert np.add.reduceat(model.weight, model.row_start[:-1]) == pytest.approx(1.0)
            assert all((np.diff(row) > 0).all() for row in np.split(model.column, model.row_start[1:-1]))
            assert (model.weight > 0).all()
