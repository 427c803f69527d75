"""Where a strategy is found, checked, and where others are as good."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.expr.nodes import Name, Number
from oddsmith.process.question import Bound, Expectation, Path, Probability, Question
from oddsmith.solve.answering import answer_all
from oddsmith.solve.solution import Solution, Status
from oddsmith.solve.synthesis import Seek, sides_of
from oddsmith.space.reduction import Lift
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.small import gains_of, space_of, stored_of

A, B = Name("a"), Name("b")


def found(space, query, solver=Oracle, **seeking):
    question = Question("q", "?", query)
    (answer,) = answer_all(
        space, [question], lambda problem: solver(), Context(), (A, B), Seek(lambda problem: Oracle(), **seeking)
    )
    return answer


def chosen(answer):
    """The choice of each state, counted from 0."""
    strategy = answer.strategy.strategy
    return (strategy.choice - strategy.space.transitions.starts[:-1]).tolist()


def test_somebody_in_a_component_goes_to_the_state_with_the_way_out():
    # 0 <-> 1, and only 1 can leave for 2 (the goal with 1/2) or stay
    transitions = stored_of([[{0: 1}, {1: 1}], [{0: 1}, {2: "1/2", 3: "1/2"}], {2: 1}, {3: 1}])
    answer = found(space_of(transitions, [[2], []]), Probability(Path("F", A), "max"))
    assert answer.exact == Fraction(1, 2)
    assert chosen(answer)[:2] == [1, 1]
    assert answer.strategy.attains
    assert answer.strategy.tied == 0


def test_who_wants_to_stay_stays():
    transitions = stored_of([[{1: 1}, {0: 1}], {1: 1}])
    answer = found(space_of(transitions, [[1], []]), Probability(Path("F", A), "min"))
    assert answer.exact == 0
    assert chosen(answer)[0] == 1
    assert answer.strategy.attains


def test_a_sure_goal_is_approached_not_dawdled():
    transitions = stored_of([[{0: 1}, {1: "1/2", 0: "1/2"}], [{0: 1}, {2: 1}], {2: 1}])
    answer = found(space_of(transitions, [[2], []]), Probability(Path("F", A), "max"))
    assert answer.exact == 1
    assert chosen(answer) == [1, 1, 0]
    assert answer.strategy.checks[0].exact == 1


def test_ties_are_told():
    transitions = stored_of([[{1: "1/2", 2: "1/2"}, {2: "1/2", 1: "1/2"}, {2: 1}], {1: 1}, {2: 1}])
    answer = found(space_of(transitions, [[1], []]), Probability(Path("F", A), "max"))
    assert (answer.strategy.decisions, answer.strategy.tied) == (1, 1)
    assert answer.strategy.ties.exact
    assert answer.strategy.ties.choice.tolist() == [False, True, False, False, False]


def test_the_best_choice_can_depend_on_the_steps_that_are_left():
    # slow and sure (two steps), or quick with 1/2
    transitions = stored_of([[{1: 1}, {2: "1/2", 3: "1/2"}], {2: 1}, {2: 1}, {3: 1}])
    space = space_of(transitions, [[2], []])
    one = found(space, Probability(Path("F", A, bound=Bound(None, Number(1))), "max"))
    two = found(space, Probability(Path("F", A, bound=Bound(None, Number(2))), "max"))
    assert (one.exact, chosen(one)[0]) == (Fraction(1, 2), 1)
    assert (two.exact, chosen(two)[0]) == (1, 0)
    assert two.strategy.attains
    assert two.strategy.strategy.steps.tolist() == [0, 1, 1, 1, 2, 2]


@pytest.mark.parametrize(("measure", "worth"), [("cumulative", 7), ("instant", 3)])
def test_gains_in_a_number_of_steps(measure, worth):
    transitions = stored_of([[{0: 1}, {1: 1}], {1: 1}])
    gains = {"r": gains_of(transitions, state=[1, 3])}
    answer = found(space_of(transitions, [[], []], gains), Expectation("r", measure, steps=Number(3), optimum="max"))
    assert answer.exact == worth
    assert answer.strategy.attains


def test_in_a_game_each_side_is_checked_against_the_best_reply_of_the_other():
    transitions = stored_of([[{1: 1}, {2: 1}], [{2: 1}, {3: 1}], {2: 1}, {3: 1}])
    space = replace(
        space_of(transitions, [[3], []]), players=("x", "y"), player=np.array([0, 1, -1, -1], dtype=np.int8)
    )
    answer = found(space, Probability(Path("F", A), "max", coalition=("x",)), solver=Minimax)
    assert [check.whose for check in answer.strategy.checks] == ["x", "y"]
    assert answer.strategy.attains


class Minimax(Oracle):
    """Two sides, by brute force over acyclic states."""

    requires = frozenset()

    def solve(self, problem, context):
        if problem.side is None or not ((problem.side > 0).any() and (problem.side < 0).any()):
            return super().solve(problem, context)
        value, strategy = problem.known.copy(), np.full(len(problem.fixed), -1)
        t = problem.transitions
        for state in reversed(np.flatnonzero(~problem.fixed).tolist()):
            choices = range(int(t.starts[state]), int(t.starts[state + 1]))
            worth = {j: float(value[t.column[t.row_start[j]], 0]) for j in choices}
            pick = max if problem.side[state] >= 0 else min
            strategy[state] = pick(worth, key=worth.get)
            value[state, 0] = worth[int(strategy[state])]
        return Solution(value, value, value, "minimax", strategy=strategy)


class Liar(Oracle):
    """Right values, wrong choices."""

    def solve(self, problem, context):
        solution = super().solve(problem, context)
        if problem.side is None:
            return solution
        return replace(solution, strategy=problem.transitions.starts[1:] - 1)


def test_nobody_has_no_strategy():
    transitions = stored_of([[{1: 1}, {2: 1}], {1: 1}, {2: 1}])
    space = replace(space_of(transitions, [[1], []]), players=("x", "y"), player=np.array([0, -1, -1], dtype=np.int8))
    query = Probability(Path("F", A), "max", coalition=())
    assert sides_of(Question("q", "", query), space) == [("x", "y")]


def test_a_strategy_that_falls_short_is_told_loudly():
    transitions = stored_of([[{1: "1/2", 2: "1/2"}, {2: 1}], {1: 1}, {2: 1}])
    answer = found(space_of(transitions, [[1], []]), Probability(Path("F", A), "max"), solver=Liar)
    assert answer.exact == Fraction(1, 2)
    assert not answer.strategy.attains
    assert answer.strategy.checks[0].exact == 0
    assert answer.status is Status.SHORT


def test_a_strategy_of_a_reduced_space_speaks_of_the_whole_one():
    whole = space_of(stored_of([[{1: 1}, {3: 1}], [{2: 1}], {2: 1}, {3: 1}]), [[2], []])
    small = space_of(stored_of([[{1: 1}, {2: 1}], {1: 1}, {2: 1}]), [[1], []])
    lift = Lift(np.array([0, 1, 1, 2]), np.array([0, 1, 2, 2, 3]))
    answer = found(small, Probability(Path("F", A), "max"), original=whole, lift=lift)
    assert answer.strategy.strategy.space is whole
    assert chosen(answer) == [0, 0, 0, 0]
    assert answer.strategy.attains


def test_a_chain_has_no_strategy():
    answer = found(space_of(stored_of([{1: 1}, {1: 1}]), [[1], []]), Probability(Path("F", A)))
    assert answer.strategy is None
