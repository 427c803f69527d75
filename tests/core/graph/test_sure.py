"""Sure and impossible goals agree with trying every policy."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.graph.reach import approach, can_reach, safe_choices
from oddsmith.graph.reverse import reverse
from oddsmith.graph.sure import impossible_for_all, impossible_for_some, sure_for_all, sure_for_some
from oddsmith.testing.random_games import random_transitions

masks = st.lists(st.booleans(), min_size=5, max_size=5)


def policies(transitions):
    starts = transitions.starts
    return itertools.product(*[range(starts[s], starts[s + 1]) for s in range(transitions.size)])


def chance_sets(transitions, policy, goal, through):
    """(probability 0, probability 1) of `through U goal` under one policy, by simple saturation."""
    n = transitions.size
    following = [
        set(transitions.column[transitions.row_start[j] : transitions.row_start[j + 1]].tolist()) for j in policy
    ]

    def saturate(target, passing):
        found = set(target)
        while True:
            more = {s for s in range(n) if passing[s] and following[s] & found} | found
            if more == found:
                return found
            found = more

    zero = set(range(n)) - saturate(np.flatnonzero(goal).tolist(), through)
    one = set(range(n)) - saturate(zero, through & ~goal)
    return zero, one


@settings(max_examples=200, deadline=None)
@given(random_transitions(5, 3), masks, masks)
def test_the_four_sets_agree_with_all_policies(transitions, goals, throughs):
    goal, through = np.array(goals[: transitions.size]), np.array(throughs[: transitions.size])
    back = reverse(transitions)
    cases = [chance_sets(transitions, p, goal, through) for p in policies(transitions)]
    zeros, ones = [c[0] for c in cases], [c[1] for c in cases]

    def states(mask):
        return set(np.flatnonzero(mask).tolist())

    assert states(impossible_for_all(back, goal, through)) == set.intersection(*zeros)
    assert states(impossible_for_some(back, goal, through)) == set.union(*zeros)
    assert states(sure_for_all(back, goal, through)) == set.intersection(*ones)
    assert states(sure_for_some(back, goal, through)) == set.union(*ones)


@settings(max_examples=200, deadline=None)
@given(random_transitions(5, 3), masks)
def test_approaching_by_safe_choices_reaches_the_goal_surely(transitions, goals):
    goal = np.array(goals[: transitions.size])
    back = reverse(transitions)
    sure = sure_for_some(back, goal)
    policy = approach(back, goal, allowed=safe_choices(back, sure))
    assert ((policy >= 0) == (sure & ~goal)).all()
    complete = [int(j) if j >= 0 else int(transitions.starts[s]) for s, j in enumerate(policy)]
    _, one = chance_sets(transitions, complete, goal, np.ones(transitions.size, dtype=bool))
    assert set(np.flatnonzero(sure).tolist()) <= one


def test_in_a_chain_best_and_worst_are_the_same():
    from oddsmith.testing.small import stored_of

    back = reverse(stored_of([{1: "1/2", 2: "1/2"}, {1: 1}, {2: 1}, {1: "1/2", 3: "1/2"}]))
    goal = np.array([False, True, False, False])
    assert sure_for_all(back, goal).tolist() == sure_for_some(back, goal).tolist() == [False, True, False, True]
    assert impossible_for_all(back, goal).tolist() == [False, False, True, False]
    assert can_reach(back, goal).tolist() == [True, True, False, True]
