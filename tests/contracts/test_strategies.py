"""The strategy behind every optimum, followed as a chain, attains it: random decision processes, every solver."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.expr.nodes import Name, Number
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.question import Bound, Expectation, Path, Probability, Question, Visits
from oddsmith.solve.answering import answer_all
from oddsmith.solve.choose import applicable
from oddsmith.solve.problem import Promise
from oddsmith.solve.synthesis import Seek
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of

A, B = Name("a"), Name("b")
SOLVERS = registry(load()).all_of("solver")
PLANNERS = [solver for solver in SOLVERS if Promise.STRATEGY in solver.promises]
CONTEXT = Context(threads=2)
relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
masks = st.lists(st.booleans(), min_size=6, max_size=6)
amounts = st.lists(st.sampled_from([0, 0, 1, 2]), min_size=18, max_size=18)


def queries(optimum):
    """All forms in which an optimum can be asked for."""
    yield Probability(Path("U", A, B), optimum)
    yield Probability(Path("F", A), optimum)
    yield Probability(Path("G", B), optimum)
    yield Probability(Path("X", A), optimum)
    yield Probability(Path("U", A, B, Bound(Number(0), Number(4))), optimum)
    yield Probability(Path("U", A, B, Bound(Number(2), Number(5))), optimum)
    yield Probability(Path("F", A, bound=Bound(Number(2))), optimum)
    yield Probability(Path("G", B, bound=Bound(None, Number(3))), optimum)
    yield Expectation("r", "reach", A, optimum=optimum)
    yield Expectation("r", "total", optimum=optimum)
    yield Expectation("r", "cumulative", steps=Number(3), optimum=optimum)
    yield Expectation("r", "instant", steps=Number(2), optimum=optimum)
    yield Visits(A, optimum)


def cheapest(problem):
    return min(applicable(problem, SOLVERS), key=lambda solver: solver.cost(problem))


def answers(transitions, goal, through, amount, choose):
    goal = [s for s in range(transitions.size) if goal[s]]
    through = [s for s in range(transitions.size) if through[s]]
    gain = gains_of(transitions, amount[: transitions.size], [Fraction(g) for g in amount[: transitions.choices]])
    space = space_of(transitions, [goal, through], {"r": gain})
    questions = [
        Question(f"{optimum}{i}", "", query) for optimum in ("min", "max") for i, query in enumerate(queries(optimum))
    ]
    return answer_all(space, questions, choose, CONTEXT, (A, B), Seek(cheapest))


@pytest.mark.parametrize("solver", PLANNERS, ids=lambda solver: solver.name)
def test_strategies_attain_what_the_solver_says(solver):
    @relaxed
    @given(random_transitions(6, 3), masks, masks, amounts)
    def check(transitions, goal, through, amount):
        if transitions.choice_start is None:
            return

        def choose(problem):
            return solver if not solver.missing(problem) else cheapest(problem)

        for answer in answers(transitions, goal, through, amount, choose):
            if answer.strategy is not None:
                assert answer.strategy.attains, (answer.question, answer.value, answer.strategy.checks)

    check()


@relaxed
@given(random_transitions(5, 3), masks, masks, amounts)
def test_values_alone_are_enough_where_a_solver_tells_no_strategy(transitions, goal, through, amount):
    if transitions.choice_start is not None:
        for answer in answers(transitions, goal, through, amount, lambda problem: Oracle()):
            assert answer.strategy is None or answer.strategy.attains, (answer.question, answer.strategy.checks)
