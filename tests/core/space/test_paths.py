"""Shortest ways through what was explored."""

from fractions import Fraction

import numpy as np

from oddsmith.context import Context
from oddsmith.kernel.encoding import Encoding
from oddsmith.space.paths import path_to_row, search_path, shortest_path, spread
from oddsmith.space.raw import RawSpace
from oddsmith.space.search import Budget, Search

ONE = Fraction(1)


def choices(values):
    """`up` adds 1, `down` (really a jump) adds 10."""
    x = values[0]
    moves = [(0, [(ONE, (x + 1,))])] if x < 40 else []
    return moves + ([(1, [(ONE, (x + 10,))])] if x < 30 else [])


def searched(hand):
    process = hand.process("mdp")
    kernel = hand.kernel(Encoding.of(process.params), choices)
    search = Search(kernel, process, Context())
    search.run(Budget())
    return search


def told(path):
    return [(summand, int(row[0])) for summand, row in path]


def test_the_way_is_shortest_and_names_the_commands(hand):
    search = searched(hand)
    path = path_to_row(search.raw(), np.array([23], dtype=np.uint64))
    assert len(path) == 5
    assert told(path)[0] == (None, 1)
    assert told(path)[-1][1] == 23
    assert sorted(s for s, _ in told(path)[1:]) == [0, 0, 1, 1]


def test_the_initial_state_is_its_own_path(hand):
    assert told(shortest_path(searched(hand).raw(), 0)) == [(None, 1)]


def test_a_state_never_found_has_no_path(hand):
    assert path_to_row(searched(hand).raw(), np.array([77], dtype=np.uint64)) is None


def test_paths_in_a_part_use_only_expanded_states(hand):
    process = hand.process("mdp")
    search = Search(hand.kernel(Encoding.of(process.params), choices), process, Context())
    search.advance(1)
    search.advance(1)
    assert told(shortest_path(search.raw(), search.found - 1)) == [(None, 1), (0, 2), (1, 12)]


def test_a_chain_without_choice_starts():
    rows = np.arange(3, dtype=np.uint64).reshape(-1, 1)
    raw = RawSpace(
        rows,
        None,
        np.array([0, 1, 2, 3]),
        np.array([1, 2, 2], dtype=np.int32),
        np.ones(3),
        np.array([0, 1, -1], dtype=np.int32),
        np.zeros((3, 0)),
    )
    assert told(shortest_path(raw, 2)) == [(None, 0), (0, 1), (1, 2)]


def test_a_path_can_be_searched_for_again(hand):
    process = hand.process("mdp")
    kernel = hand.kernel(Encoding.of(process.params), choices)
    path = search_path(kernel, process, np.array([21], dtype=np.uint64), Context())
    assert told(path) == [(None, 1), (1, 11), (1, 21)]


def test_spread_lists_all_places_of_some_lines():
    places, names = spread(np.array([0, 2, 2, 5]), np.array([2, 0, 1]))
    assert places.tolist() == [2, 3, 4, 0, 1]
    assert names.tolist() == [2, 2, 2, 0, 0]
