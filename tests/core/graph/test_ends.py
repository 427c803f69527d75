"""Maximal end components agree with trying every set of states, and quotients merge them."""

import itertools
from fractions import Fraction

import numpy as np
from hypothesis import given, settings

from oddsmith.graph.ends import end_components
from oddsmith.graph.quotient import quotient
from oddsmith.graph.reverse import reverse
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import stored_of


def successors(transitions, j):
    return set(transitions.column[transitions.row_start[j] : transitions.row_start[j + 1]].tolist())


def is_end_component(transitions, states):
    step = {}
    for s in states:
        choices = range(transitions.starts[s], transitions.starts[s + 1])
        inside = [successors(transitions, j) for j in choices if successors(transitions, j) <= states]
        if not inside:
            return False
        step[s] = set().union(*inside)
    for s in states:
        seen, queue = {s}, [s]
        while queue:
            new = step[queue.pop()] - seen
            seen |= new
            queue += new
        if seen != states:
            return False
    return True


@settings(max_examples=200, deadline=None)
@given(random_transitions(5, 3))
def test_end_components_are_the_maximal_sets_where_one_can_stay(transitions):
    found = end_components(transitions, reverse(transitions))
    subsets = [
        set(c) for k in range(1, transitions.size + 1) for c in itertools.combinations(range(transitions.size), k)
    ]
    ends = [s for s in subsets if is_end_component(transitions, s)]
    maximal = [s for s in ends if not any(s < other for other in ends)]
    groups = [set(np.flatnonzero(found.number == c).tolist()) for c in range(found.count)]
    assert sorted(map(sorted, groups)) == sorted(map(sorted, maximal))
    for j in range(transitions.choices):
        home = found.number[transitions.owner[j]]
        stays = home >= 0 and all(found.number[t] == home for t in successors(transitions, j))
        assert found.staying[j] == stays


def test_a_quotient_merges_states_and_keeps_weights_exact():
    transitions = stored_of([[{1: 1}], [{0: 1}, {0: "1/3", 1: "1/3", 2: "1/3"}], [{2: 1}]])
    found = end_components(transitions, reverse(transitions), inside=np.array([True, True, False]))
    small = quotient(transitions, found.number, ~found.staying)
    assert small.state.tolist() == [0, 0, 1]
    assert small.choice.tolist() == [2, 3]
    assert small.transitions.choice_start is None
    assert small.transitions.column.tolist() == [0, 1, 1]
    assert small.transitions.exact == (Fraction(2, 3), Fraction(1, 3), Fraction(1))
    assert small.choices_of(np.array([1.0, 2.0, 3.0, 4.0])).tolist() == [3.0, 4.0]


def test_a_state_left_without_choices_gets_a_loop():
    transitions = stored_of([[{1: 1}, {0: 1}], [{1: 1}]])
    small = quotient(transitions, np.array([-1, -1], dtype=np.int32), np.array([True, True, False]))
    assert small.choice.tolist() == [0, 1, -1]
    assert small.transitions.column.tolist() == [1, 0, 1]
    assert small.first().tolist() == [0, 1]
