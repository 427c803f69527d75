"""Every registered solver that fits a problem bounds its true value: random chains and decision processes."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.expr.nodes import Name, Number
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.question import Bound, Expectation, Path, Probability, Question
from oddsmith.solve.pose import pose_all
from oddsmith.solve.problem import Problem, Promise, Trait
from oddsmith.solve.solution import Solution, Status
from oddsmith.solve.solver import Solver
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of

A, B = Name("a"), Name("b")
SOLVERS: tuple[Solver, ...] = tuple(registry(load()).all_of("solver"))
CONTEXT = Context(threads=2)
relaxed = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
masks = st.lists(st.booleans(), min_size=6, max_size=6)
amounts = st.lists(st.sampled_from([0, 0, 1, 2]), min_size=18, max_size=18)


def problems(transitions, goal, through, amount, signed=False):
    """What the questions about a random game are turned into."""
    goal = [s for s in range(transitions.size) if goal[s]]
    through = [s for s in range(transitions.size) if through[s]]
    gain = [Fraction(g - signed) for g in amount[: transitions.choices]]
    space = space_of(transitions, [goal, through], {"r": gains_of(transitions, choice=gain)})
    optima = (None,) if transitions.choice_start is None else ("min", "max")
    queries = [Expectation("r", "reach", A, optimum=optimum) for optimum in optima]
    if not signed:
        queries += [Probability(Path("U", A, B), optimum) for optimum in optima]
        queries += [Probability(Path("U", A, B, Bound(Number(0), Number(7))), optimum) for optimum in optima]
        queries += [Expectation("r", "total", optimum=optimum) for optimum in optima]
    questions = [Question(f"q{i}", "", query) for i, query in enumerate(queries)]
    return [posed.problem for posed in pose_all(space, questions, CONTEXT, (A, B))]


def assert_bounds_contain(solution: Solution, truth: Solution, problem: Problem, solver: Solver) -> None:
    assert truth.exact is not None
    where = f"{solver.name} ({solution.method})"
    assert solution.status is Status.DONE, f"{where}: {solution.status}"
    for c, column in enumerate(truth.exact):
        for state, value in enumerate(column):
            low, high = float(solution.lower[state, c]), float(solution.upper[state, c])
            if math.isinf(value):
                assert low == high == value, f"{where}: state {state} is infinite, not in [{low}, {high}]"
            else:
                assert low <= value <= high < math.inf, f"{where}: {value} outside [{low}, {high}] at {state}"
        initial = problem.initial
        assert np.isclose(solution.value[initial, c], float(column[initial]), rtol=1e-9, atol=0)


def compare(problem: Problem) -> int:
    truth = Oracle().solve(replace(problem, traits=problem.traits | {Trait.ONE_SIDED}), CONTEXT)
    fitting = [solver for solver in SOLVERS if not solver.missing(problem) and Promise.BOUNDS in solver.promises]
    for solver in fitting:
        assert_bounds_contain(solver.solve(problem, CONTEXT), truth, problem, solver)
    return len(fitting)


@relaxed
@given(random_transitions(6, 1), masks, masks, amounts)
def test_chains(transitions, goal, through, amount):
    for problem in problems(transitions, goal, through, amount):
        assert compare(problem) >= 2


@relaxed
@given(random_transitions(6, 1), masks, masks, amounts)
def test_chains_with_gains_and_losses(transitions, goal, through, amount):
    for problem in problems(transitions, goal, through, amount, signed=True):
        assert compare(problem) >= 2


@relaxed
@given(random_transitions(5, 3), masks, masks, amounts)
def test_decisions(transitions, goal, through, amount):
    for problem in problems(transitions, goal, through, amount):
        assert compare(problem) >= 2


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_only_solvers_with_exact_weights_promise_fractions(solver):
    if Promise.EXACT in solver.promises:
        assert Trait.EXACT_WEIGHTS in solver.requires
