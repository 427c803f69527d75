"""Counting level by level, without keeping transitions."""

from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.kernel.encoding import Encoding
from oddsmith.kernel.kernel import SemanticError
from oddsmith.space.census import Census, marks
from oddsmith.space.search import Budget, Search

ONE, HALF = Fraction(1), Fraction(1, 2)


def fork(values):
    """x goes to 2x or 2x + 1, up to 100."""
    x = values[0]
    return [] if x >= 50 else [(0, [(HALF, (2 * x,)), (HALF, (2 * x + 1,))]), (1, [(ONE, (x,))])]


def kernel_of(hand, process):
    return hand.kernel(Encoding.of(process.params), fork, fault=-1)


def test_it_counts_what_a_search_finds(hand):
    process = hand.process("mdp")
    census = Census(kernel_of(hand, process), process, Context())
    search = Search(kernel_of(hand, process), process, Context())
    assert census.run(Budget())
    search.run(Budget())
    assert census.states == search.found == 99
    assert census.levels == search.levels
    ends = search.choice_count.count(0)
    assert census.choices == len(search.sizes) + ends
    assert census.transitions == len(search.column) + ends


def test_it_stops_at_its_budget_and_goes_on(hand):
    process = hand.process("mdp")
    census = Census(kernel_of(hand, process), process, Context())
    assert not census.run(Budget(states=10))
    assert 10 < census.states < 99
    assert census.run(Budget())
    assert census.states == 99


def test_it_knows_how_much_of_the_ranges_was_seen(hand):
    process = hand.process("mdp")
    census = Census(kernel_of(hand, process), process, Context())
    assert census.coverage() == pytest.approx(1 / 100)
    census.run(Budget())
    assert census.coverage() == pytest.approx(99 / 100)


def test_faulty_states_are_not_passed_over(hand):
    process = hand.process("chain")
    with pytest.raises(SemanticError, match="two commands"):
        Census(kernel_of(hand, process), process, Context()).run(Budget())


def test_marks_differ_where_states_differ_in_any_word():
    rows = np.array([[a, b] for a in range(40) for b in range(40)], dtype=np.uint64)
    assert len(np.unique(marks(rows))) == 1600
