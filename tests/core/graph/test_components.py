"""Strongly connected components agree with reachability both ways, and are numbered successors first."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.graph import components as module
from oddsmith.graph.components import bottoms, components
from oddsmith.graph.edges import edge_start
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import stored_of


def closure(transitions, inside=None):
    """Reachability in any number of steps (0 included), by repeated squaring."""
    n = transitions.size
    reach = np.eye(n, dtype=bool)
    start = edge_start(transitions)
    for s in range(n):
        reach[s, transitions.column[start[s] : start[s + 1]]] = True
    if inside is not None:
        reach[~inside, :] = False
        reach[:, ~inside] = False
    for _ in range(n):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return reach


@settings(max_examples=200, deadline=None)
@given(random_transitions(7, 2), st.lists(st.booleans(), min_size=7, max_size=7))
def test_two_states_share_a_component_when_each_reaches_the_other(transitions, picks):
    inside = np.array(picks[: transitions.size])
    found = components(transitions, inside)
    reach = closure(transitions, inside)
    for s in np.flatnonzero(inside):
        for t in np.flatnonzero(inside):
            assert (found.number[s] == found.number[t]) == (reach[s, t] and reach[t, s])
            if reach[s, t]:
                assert found.number[t] <= found.number[s]
    assert (found.number[~inside] == -1).all()
    assert found.count == len(set(found.number[inside].tolist()))


@settings(max_examples=50, deadline=None)
@given(random_transitions(7, 1))
def test_the_order_lists_components_one_after_the_other(transitions):
    found = components(transitions)
    numbers = found.number[found.order]
    assert sorted(found.order.tolist()) == list(range(transitions.size))
    assert (np.diff(numbers) >= 0).all()
    for c in range(found.count):
        assert (numbers[found.start[c] : found.start[c + 1]] == c).all()


@settings(max_examples=100, deadline=None)
@given(random_transitions(7, 1))
def test_a_bottom_component_is_one_that_nothing_leaves(transitions):
    found = components(transitions)
    closed = bottoms(transitions, found)
    reach = closure(transitions)
    for s in range(transitions.size):
        recurrent = all(reach[t, s] for t in np.flatnonzero(reach[s]))
        assert closed[found.number[s]] == recurrent


def test_loops_at_single_states_do_not_make_a_graph_cyclic():
    assert components(stored_of([{0: "1/2", 1: "1/2"}, {1: 1}])).is_acyclic
    assert not components(stored_of([{1: 1}, {0: 1}])).is_acyclic


def large_random(n=3000, degree=4):
    rng = np.random.default_rng(1)
    base = np.repeat(np.arange(n), degree)
    column = np.clip(base + rng.integers(-3, 40, n * degree), 0, n - 1).astype(np.int32)
    return np.arange(0, n * degree + 1, degree), column


def test_machine_code_and_plain_python_agree_on_a_larger_graph(monkeypatch):
    start, column = large_random()
    fast = module.components_of(start, column)
    monkeypatch.setattr(module, "tempo", lambda function, work: function.python)
    slow = module.components_of(start, column)
    assert fast.count == slow.count > 1
    assert (fast.number == slow.number).all()


def test_work_in_portions_gives_the_same(monkeypatch):
    start, column = large_random()
    whole = module.components_of(start, column)
    monkeypatch.setattr(module, "PORTION", 7)
    assert (module.components_of(start, column).number == whole.number).all()
