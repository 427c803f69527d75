"""Requests become as few problems as their fixed states allow, with the right traits."""

import numpy as np

from oddsmith.context import Context
from oddsmith.solve import chain
from oddsmith.solve import merge as module
from oddsmith.solve.merge import merge
from oddsmith.solve.problem import Trait
from oddsmith.solve.structure import Structure
from oddsmith.testing.small import stored_of

# 0 <-> 1 is a cycle; 2, 3 and 4 are ends
TRANSITIONS = stored_of([{1: "1/2", 2: "1/2"}, {0: "1/3", 3: "1/3", 4: "1/3"}, {2: 1}, {3: 1}, {4: 1}])


def goals(*states):
    structure = Structure(TRANSITIONS, Context())
    masks = [np.arange(5) == s for s in states]
    return [chain.reach(structure, mask, None, 0) for mask in masks], structure


def test_ends_share_a_problem_and_an_inner_goal_does_not():
    posed = list(merge(*goals(2, 3, 1, 4)))
    assert [p.places for p in posed] == [((0, 0), (1, 1), (3, 2)), ((2, 0),)]
    assert posed[0].problem.known[2:].tolist() == np.eye(3).tolist()
    assert Trait.ACYCLIC not in posed[0].problem.traits
    assert Trait.ACYCLIC in posed[1].problem.traits


def test_problems_are_cut_where_vectors_would_be_too_large(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 10)
    posed = merge(*goals(2, 3, 4))
    assert [p.places for p in posed] == [((0, 0), (1, 1)), ((2, 0),)]


def test_components_are_numbered_successors_first():
    transitions = stored_of([{1: "1/2", 2: "1/2"}, {0: 1}, {3: "1/2", 4: "1/2"}, {2: "1/2", 5: "1/2"}, {4: 1}, {5: 1}])
    structure = Structure(transitions, Context())
    (posed,) = merge([chain.reach(structure, np.arange(6) == 4, None, 0)], structure)
    number = posed.problem.components
    assert number[0] == number[1] > number[2] == number[3] >= 0
    assert number[4:].tolist() == [-1, -1]
