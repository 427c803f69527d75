"""Where one side's choices are held, the other side is left with a problem of its own."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from oddsmith.context import Context
from oddsmith.solve.alone import alone
from oddsmith.solve.problem import Trait
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.problems import problem_of
from oddsmith.testing.small import stored_of

# 0 (maximiser): to 1, or half a chance; 1 (minimiser): back to 0, or nine tenths; 2 is the goal, 3 is lost
DISPUTE = stored_of([[{1: 1}, {2: "1/2", 3: "1/2"}], [{0: 1}, {2: "9/10", 3: "1/10"}], {2: 1}, {3: 1}])
CHANCE = problem_of(DISPUTE, {2: 1, 3: 0}, side=[1, -1, 0, 0], stopping=False)


def hold(problem, **choices):
    held = np.full(problem.transitions.size, -1)
    for state, choice in choices.items():
        held[int(state[1:])] = choice
    rest = alone(problem, held, Context())
    solution = Oracle().solve(rest.problem, Context())
    return rest, [solution.exact[0][s] for s in rest.lift.state.tolist()]


def test_a_maximiser_who_goes_round_gets_nothing():
    rest, values = hold(CHANCE, s0=0)
    assert values[:2] == [0, 0]
    assert rest.reply(None)[1] == 2, "the minimiser goes back"


def test_a_maximiser_who_leaves_gets_what_the_exit_gives():
    rest, values = hold(CHANCE, s0=1)
    assert values[:2] == [Fraction(1, 2), Fraction(1, 2)]
    assert Trait.ONE_SIDED in rest.problem.traits


def test_against_a_minimiser_who_goes_back_the_best_exit_counts():
    rest, values = hold(CHANCE, s1=2)
    assert values[:2] == [Fraction(1, 2), Fraction(1, 2)]
    assert rest.lift.state[0] == rest.lift.state[1], "the component has become one state"
    assert Trait.STOPPING in rest.problem.traits


def test_until_a_goal_going_round_costs_infinitely_much():
    gains = [1, 1, 1, 1, 1, 1]
    cost = problem_of(DISPUTE, {2: 0, 3: 0}, gains, side=[1, -1, 0, 0], stopping=False)
    cost = replace(cost, proper=np.array([-1, 3, -1, -1]))
    _, values = hold(cost, s1=3)
    assert values[:2] == [2, 1]
    _, values = hold(cost, s1=2)
    assert values[:2] == [np.inf, np.inf]
    _, values = hold(cost, s0=0)
    assert values[:2] == [2, 1]


def test_in_total_idling_is_worth_nothing():
    gains = [0, 1, 0, 3, 0, 0]
    total = problem_of(DISPUTE, {2: 0, 3: 0}, gains, side=[1, -1, 0, 0], stopping=False)
    rest, values = hold(total, s0=0)
    assert values[:2] == [0, 0]
    assert rest.reply(None)[1] == 2
    _, values = hold(total, s0=1)
    assert values[:2] == [1, 1]


def test_one_choice_that_is_left_is_the_reply():
    trap = stored_of([[{0: 1}, {1: 1}], [{1: 1}, {0: 1}], [{0: "1/2", 1: "1/2"}, {0: 1}], {3: 1}])
    # 1 gains for ever where the maximiser wants it, so the minimiser in 2 has one choice
    total = problem_of(trap, {3: 0}, [0, 0, 1, 1, 0, 0, 0], side=[0, 1, -1, 0], stopping=False)
    rest, values = hold(replace(total, side=np.array([-1, 1, -1, 0], dtype=np.int8)), s1=2)
    assert values[:3] == [0, np.inf, 0]
    assert rest.reply(None)[2] == 5
