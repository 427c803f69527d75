"""Arrays and tables are read inside their axes only."""

from __future__ import annotations

import pytest

from oddsmith.expr.layout import TableLayout
from oddsmith.expr.lookup import array_cell, membership, table_entry
from oddsmith.expr.nodes import Index, Name, Number
from oddsmith.expr.values import EvaluationError

FIRST = Index("a", (Name("i"),))


def test_a_cell_is_found_from_its_lowest_index() -> None:
    read = array_cell(FIRST, ((5, 6),), 1, [lambda state: state[0]])
    assert [read((i, 10, 20)) for i in (5, 6)] == [10, 20]
    with pytest.raises(EvaluationError, match=r"`a\[7\]` lies outside its indices 5..6"):
        read((7, 10, 20))


def test_a_fixed_cell_needs_no_calculation() -> None:
    read = array_cell(Index("a", (Number(6),)), ((5, 6),), 0, [lambda state: 1 // 0])
    assert read((10, 20)) == 20


def test_the_number_of_indices_must_fit() -> None:
    with pytest.raises(EvaluationError, match="takes 2 indices, not 1"):
        array_cell(FIRST, ((1, 2), (1, 2)), 0, [lambda state: 1])


def test_gaps_of_a_table_are_no_entries() -> None:
    table = TableLayout(((2, 4),), (7, None, 0))
    read = table_entry(FIRST, table, [lambda state: state[0]])
    contains = membership(lambda state: state[0], table)
    assert [read((i,)) for i in (2, 4)] == [7, 0]
    assert [contains((i,)) for i in range(1, 6)] == [False, True, False, True, False]
    with pytest.raises(EvaluationError, match=r"table `a` has no entry at \[3\]"):
        read((3,))
