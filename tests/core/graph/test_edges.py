"""The graph under transitions: pruned by choices, and choices that stay."""

import numpy as np

from oddsmith.graph.edges import edge_start, pruned, standing
from oddsmith.testing.small import stored_of

TRANSITIONS = stored_of([[{0: 1}, {1: "1/2", 2: "1/2"}], [{0: "1/2", 1: "1/2"}], [{2: 1}]])


def test_successors_of_a_state_stand_together():
    assert edge_start(TRANSITIONS).tolist() == [0, 3, 5, 6]


def test_only_allowed_choices_are_kept():
    start, column = pruned(TRANSITIONS, np.array([False, True, False, True]))
    assert start.tolist() == [0, 2, 2, 3]
    assert column.tolist() == [1, 2, 2]


def test_a_choice_stands_still_if_it_leads_nowhere_else():
    assert standing(TRANSITIONS).tolist() == [True, False, False, True]
