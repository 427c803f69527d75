"""What one side can enforce agrees with trying every pair of strategies."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.graph.contested import approach_against, miss_against, out_of_reach, sure_against
from oddsmith.graph.reverse import reverse
from oddsmith.testing.random_games import random_transitions

masks = st.lists(st.booleans(), min_size=5, max_size=5)


def chance_sets(transitions, chosen, goal, through):
    """(probability 0, probability 1) of `through U goal` under one choice per state, by simple saturation."""
    rows = [slice(transitions.row_start[j], transitions.row_start[j + 1]) for j in chosen]
    following = [set(transitions.column[row].tolist()) for row in rows]

    def saturate(target, passing):
        found = set(target)
        while True:
            more = {s for s in range(transitions.size) if passing[s] and following[s] & found} | found
            if more == found:
                return found
            found = more

    zero = set(range(transitions.size)) - saturate(np.flatnonzero(goal).tolist(), through)
    return zero, set(range(transitions.size)) - saturate(zero, through & ~goal)


def strategies(transitions, states):
    """Every choice of the states of one side; -1 in the others."""
    starts = transitions.starts.tolist()
    options = [range(starts[s], starts[s + 1]) if states[s] else [-1] for s in range(transitions.size)]
    return list(itertools.product(*options))


def together(mine, theirs):
    return [a if a >= 0 else b for a, b in zip(mine, theirs, strict=True)]


@settings(max_examples=100, deadline=None)
@given(random_transitions(5, 3), masks, masks, masks)
def test_both_sets_agree_with_all_pairs_of_strategies(transitions, goals, throughs, owners):
    n = transitions.size
    goal, through, ours = (np.array(mask[:n]) for mask in (goals, throughs, owners))
    zero, one = set(), set()
    for mine in strategies(transitions, ours):
        cases = [chance_sets(transitions, together(mine, t), goal, through) for t in strategies(transitions, ~ours)]
        one |= set.intersection(*[case[1] for case in cases])
    for theirs in strategies(transitions, ~ours):
        cases = [chance_sets(transitions, together(m, theirs), goal, through) for m in strategies(transitions, ours)]
        zero |= set.intersection(*[case[0] for case in cases])
    back = reverse(transitions)
    assert set(np.flatnonzero(out_of_reach(back, goal, ours, through)).tolist()) == zero
    assert set(np.flatnonzero(sure_against(back, goal, ours, through)).tolist()) == one


@settings(max_examples=100, deadline=None)
@given(random_transitions(5, 3), masks, masks)
def test_the_approach_reaches_the_goal_whatever_the_others_choose(transitions, goals, owners):
    n = transitions.size
    goal, ours, everywhere = np.array(goals[:n]), np.array(owners[:n]), np.ones(n, dtype=bool)
    back = reverse(transitions)
    sure = sure_against(back, goal, ours)
    mine = approach_against(back, goal, ours, sure)
    assert ((mine >= 0) == (ours & sure & ~goal)).all()
    complete = np.where(ours & (mine < 0), transitions.starts[:-1], mine)
    for theirs in strategies(transitions, ~ours):
        _, one = chance_sets(transitions, together(complete.tolist(), theirs), goal, everywhere)
        assert set(np.flatnonzero(sure).tolist()) <= one


@settings(max_examples=100, deadline=None)
@given(random_transitions(5, 3), masks, masks)
def test_elsewhere_the_others_can_make_us_miss_it(transitions, goals, owners):
    n = transitions.size
    goal, ours, everywhere = np.array(goals[:n]), np.array(owners[:n]), np.ones(n, dtype=bool)
    back = reverse(transitions)
    sure = sure_against(back, goal, ours)
    theirs = miss_against(back, goal, ours)
    assert ((theirs >= 0) == (~ours & ~sure)).all()
    complete = np.where(~ours & (theirs < 0), transitions.starts[:-1], theirs)
    for mine in strategies(transitions, ours):
        _, one = chance_sets(transitions, together(complete.tolist(), mine), goal, everywhere)
        assert not one & set(np.flatnonzero(~sure).tolist())
