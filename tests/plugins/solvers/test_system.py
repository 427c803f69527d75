"""Packing: open states, successors first, loops taken out, weights as codes."""

import numpy as np

from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.system import policy_system, scatter, system_of


def test_fixed_states_become_constants_and_loops_a_scale():
    game = stored_of([{0: "1/2", 1: "1/4", 2: "1/4"}, {0: "1/3", 3: "2/3"}, {2: 1}, {3: 1}])
    system = system_of(problem_of(game, {2: 8, 3: 3}, gain=[1, 0, 0, 0]))
    assert system.state.tolist() == [1, 0]
    np.testing.assert_allclose(system.constant.ravel(), [2, 3])
    np.testing.assert_allclose(system.scale, [1, 2])
    np.testing.assert_allclose(system.leak, [2 / 3, 1 / 4])
    assert system.column.tolist() == [1, 0]
    np.testing.assert_allclose(system.table[system.code], [1 / 3, 1 / 4])
    assert system.initial == 1


def test_many_distinct_weights_are_stored_one_by_one():
    rows = [{(s + 1) % 301: f"{s + 1}/1000", 300: f"{999 - s}/1000"} for s in range(299)] + [{0: 1}, {300: 1}]
    system = system_of(problem_of(stored_of(rows), {300: 1}))
    assert system.code is None
    assert len(system.table) == len(system.column)


def test_choices_that_only_loop_are_left_out():
    game = stored_of([[{0: 1}, {1: 1}], {1: 1}])
    system = system_of(problem_of(game, {1: 2}, maximise=True))
    assert system.choice.tolist() == [1]


def test_a_policy_is_a_chain():
    game = stored_of([[{1: 1}, {2: 1}], [{0: "1/2", 2: "1/2"}, {2: 1}], {2: 1}])
    system = system_of(problem_of(game, {2: 1}, maximise=True))
    chain = policy_system(system, np.array([1, 2]))
    assert chain.choice_start is None
    assert chain.choice.tolist() == system.choice[[1, 2]].tolist()
    assert chain.row_start.tolist()[-1] == len(chain.column)


def test_values_find_their_states_again():
    problem = problem_of(walk(4), {0: 7, 4: 9})
    system = system_of(problem)
    full = scatter(problem, system, system.state[:, None].astype(float))
    assert full.ravel().tolist() == [7, 1, 2, 3, 9]
