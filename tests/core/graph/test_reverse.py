"""Predecessors are successors read backwards."""

from hypothesis import given, settings

from oddsmith.graph.reverse import reverse
from oddsmith.testing.random_games import random_transitions


@settings(max_examples=100, deadline=None)
@given(random_transitions(6, 3))
def test_every_transition_is_found_backwards_exactly_once(transitions):
    back = reverse(transitions)
    forwards = [
        (j, int(t))
        for j in range(transitions.choices)
        for t in transitions.column[transitions.row_start[j] : transitions.row_start[j + 1]]
    ]
    backwards = [(int(j), s) for s in range(transitions.size) for j in back.choice[back.start[s] : back.start[s + 1]]]
    assert sorted(forwards) == sorted(backwards)
    assert (back.owner == transitions.owner).all()
