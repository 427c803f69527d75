"""Settled states have the values that solving would give them."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.graph.components import components
from oddsmith.solve import chain
from oddsmith.solve.problem import Problem, Trait
from oddsmith.solve.settle import settle
from oddsmith.solve.structure import Structure
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import stored_of


@settings(max_examples=150, deadline=None)
@given(random_transitions(6, 1), st.lists(st.booleans(), min_size=6, max_size=6))
def test_what_is_settled_is_right_and_zero_and_one_are_settled(transitions, picks):
    goal = np.array(picks[: transitions.size])
    request = chain.reach(Structure(transitions, Context()), goal, None, 0)
    known = request.columns[0].known[:, None].astype(float)
    free = ~request.fixed
    rows, examples = settle(transitions, request.fixed, known, np.zeros_like(goal), components(transitions, free))
    like = dict(zip(rows.tolist(), examples.tolist(), strict=True))
    problem = Problem(transitions, request.fixed, known, None, frozenset(Trait), 0)
    (exact,) = Oracle().solve(problem, Context()).exact
    for s in np.flatnonzero(free).tolist():
        if s in like:
            assert request.fixed[like[s]]
            assert exact[s] == exact[like[s]] == Fraction(int(known[like[s], 0]))
        else:
            assert 0 < exact[s] < 1


def test_a_gain_on_the_way_unsettles():
    transitions = stored_of([{1: 1}, {2: 1}, {2: 1}])
    fixed, known = np.array([False, False, True]), np.zeros((3, 1))
    found = components(transitions, ~fixed)
    gaining = np.array([False, True, False])
    assert settle(transitions, fixed, known, gaining, found)[0].tolist() == []
    assert settle(transitions, fixed, known, np.zeros(3, dtype=bool), found)[0].tolist() == [0, 1]


def test_all_columns_must_agree():
    transitions = stored_of([{1: "1/2", 2: "1/2"}, {1: 1}, {2: 1}])
    fixed = np.array([False, True, True])
    found = components(transitions, ~fixed)
    still = np.zeros(3, dtype=bool)
    same, different = np.array([[0.0, 0], [5, 1], [5, 1]]), np.array([[0.0, 0], [5, 1], [5, 0]])
    assert settle(transitions, fixed, same, still, found)[0].tolist() == [0]
    assert settle(transitions, fixed, different, still, found)[0].tolist() == []
