"""Every registered solver that fits a game of two sides bounds its value and gives strategies that secure it."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.expr.nodes import Name, Number
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.question import Bound, Expectation, Path, Probability, Question
from oddsmith.solve.desk import Desk
from oddsmith.solve.merge import merge
from oddsmith.solve.pose import work
from oddsmith.solve.problem import Promise, Trait
from oddsmith.solve.solution import Status
from oddsmith.testing.contests import (
    gain_in_total,
    gain_until,
    game_values,
    probability,
    secured,
    strategies,
)
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of

A, B = Name("a"), Name("b")
SOLVERS = [solver for solver in registry(load()).all_of("solver") if Promise.BOUNDS in solver.promises]
CONTEXT = Context(threads=1)
relaxed = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
masks = st.lists(st.booleans(), min_size=5, max_size=5)
amounts = st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=10, max_size=10)
small_games = random_transitions(5, 2, 2)


def states(mask, size):
    return {s for s in range(size) if mask[s]}


def posed(transitions, owners, query, goal, through, gains):
    """The problem of a question in which player `x` owns some states, and how its states come from the game's."""
    player = np.where(np.array(owners[: transitions.size]), 0, 1).astype(np.int8)
    space = replace(
        space_of(transitions, [sorted(goal), sorted(through)], {"r": gains_of(transitions, choice=gains)}),
        players=("x", "y"),
        player=player,
    )
    desk = Desk(space, (A, B), CONTEXT)
    (request,) = next(work(desk, Question("q", "", query)))
    (only,) = merge([request], desk.structure)
    return only.problem, request


def sides(transitions, owners, maximise):
    sign = 1 if maximise else -1
    return [sign if owners[s] else -sign for s in range(transitions.size)]


def check(transitions, owners, query, goal, through, gains, worth) -> int:
    """How many solvers were asked, all of them right."""
    if transitions.choices == transitions.size:
        return 0
    problem, request = posed(transitions, owners, query, goal, through, gains)
    side = sides(transitions, owners, query.optimum == "max")
    truth = game_values(transitions, side, worth)
    place = np.arange(transitions.size) if request.lift is None else request.lift.state
    fitting = [solver for solver in SOLVERS if not solver.missing(problem)]
    assert fitting
    for solver in fitting:
        solution = solver.solve(problem, CONTEXT)
        where = f"{solver.name} ({solution.method})"
        assert solution.status is Status.DONE, where
        for s, value in enumerate(truth):
            low, high = solution.lower[place[s], 0], solution.upper[place[s], 0]
            assert low <= value <= high, f"{where}: {value} outside [{low}, {high}] at {s}"
            assert math.isinf(value) or high < math.inf, where
        assert np.isclose(solution.value[problem.initial, 0], float(truth[0]), rtol=1e-9, atol=0)
        if Trait.TWO_SIDED in problem.traits and Promise.STRATEGY in solver.promises:
            assert_secured(problem, solution, where)
    return len(fitting)


def assert_secured(problem, solution, where):
    """Each side's choices are worth the value against every reply of the other (within the problem)."""
    transitions, fixed = problem.transitions, set(np.flatnonzero(problem.fixed).tolist())
    if problem.gain is None:
        worth = probability(
            transitions, states(problem.known[:, 0] > 0, transitions.size), set(range(transitions.size)) - fixed
        )
    elif problem.proper is None and Trait.STOPPING not in problem.traits:
        worth = gain_in_total(transitions, problem.exact_gain[0], fixed)
    else:
        worth = gain_until(transitions, fixed, problem.exact_gain[0])
    for sign in (1, -1):
        ours = [s for s in range(transitions.size) if problem.side[s] * sign > 0]
        mine = {s: int(solution.strategy[s]) for s in ours if s not in fixed}
        assert all(j >= 0 for j in mine.values()), f"{where}: no choice"
        replies = strategies(transitions, [s for s in range(transitions.size) if s not in mine])
        found = secured(transitions, worth, mine, replies, sign)
        for s, value in enumerate(found):
            if s not in fixed:
                attained = value >= solution.lower[s, 0] if sign > 0 else value <= solution.upper[s, 0]
                assert attained, f"{where}: side {sign} gets {value} at {s}, not {solution.value[s, 0]}"


@relaxed
@given(small_games, masks, masks, masks, st.booleans())
def test_probabilities(transitions, owners, goals, throughs, maximise):
    goal, through = states(goals, transitions.size), states(throughs, transitions.size)
    query = Probability(Path("U", right=A, left=B), "max" if maximise else "min", coalition=("x",))
    check(transitions, owners, query, goal, through, [0] * transitions.choices, probability(transitions, goal, through))


@relaxed
@given(small_games, masks, masks, amounts, st.booleans())
def test_gains_until_a_goal(transitions, owners, goals, amount, maximise):
    goal, gains = states(goals, transitions.size), [Fraction(g) for g in amount[: transitions.choices]]
    query = Expectation("r", "reach", A, optimum="max" if maximise else "min", coalition=("x",))
    check(transitions, owners, query, goal, set(), gains, gain_until(transitions, goal, gains))


@relaxed
@given(small_games, masks, amounts, st.booleans())
def test_gains_in_total(transitions, owners, amount, maximise):
    gains = [Fraction(g) for g in amount[: transitions.choices]]
    query = Expectation("r", "total", optimum="max" if maximise else "min", coalition=("x",))
    check(transitions, owners, query, set(), set(), gains, gain_in_total(transitions, gains))


def stepped(transitions, side, start, gains, horizon, fixed=()):
    """So many rounds of: every state takes the best of its choices."""
    x, starts = list(start), transitions.starts.tolist()
    for _ in range(horizon):
        worth = [
            gains[j] + sum(transitions.exact[t] * x[transitions.column[t]] for t in range(low, high))
            for j, (low, high) in enumerate(pairwise(transitions.row_start.tolist()))
        ]
        best = [(max if side[s] > 0 else min)(worth[starts[s] : starts[s + 1]]) for s in range(transitions.size)]
        x = [start[s] if s in fixed else best[s] for s in range(transitions.size)]
    return x


@relaxed
@given(small_games, masks, masks, amounts, st.integers(0, 6), st.booleans())
def test_within_a_number_of_steps(transitions, owners, goals, amount, horizon, maximise):
    if transitions.choices == transitions.size:
        return
    goal, side = states(goals, transitions.size), sides(transitions, owners, maximise)
    gains = [Fraction(g) for g in amount[: transitions.choices]]
    optimum = "max" if maximise else "min"
    hit = [Fraction(s in goal) for s in range(transitions.size)]
    bounded = Probability(Path("F", A, bound=Bound(Number(0), Number(horizon))), optimum, coalition=("x",))
    gained = Expectation("r", "cumulative", steps=Number(horizon), optimum=optimum, coalition=("x",))
    cases = (
        (bounded, stepped(transitions, side, hit, [0] * transitions.choices, horizon, goal)),
        (gained, stepped(transitions, side, [Fraction(0)] * transitions.size, gains, horizon)),
    )
    for query, truth in cases:
        problem, _ = posed(transitions, owners, query, goal, set(), gains)
        fitting = [solver for solver in SOLVERS if not solver.missing(problem)]
        assert {"exact", "stepwise"} <= {solver.name for solver in fitting}
        for solver in fitting:
            found = solver.solve(problem, CONTEXT)
            assert found.status is Status.DONE
            for s, value in enumerate(truth):
                assert found.lower[s, 0] <= value <= found.upper[s, 0], solver.name
