"""States as rows, beside the same states with stored transitions."""

from __future__ import annotations

import numpy as np

from oddsmith.context import Context
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.games import GAMBLER
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.solvers.row_states import RowStates, Stretch

CONTEXT = Context()


def states() -> RowStates:
    process = lower(load_text(GAMBLER, "gambler.yaml"))
    return RowStates(CompiledTarget().build(process, (), CONTEXT), process, CONTEXT)


def test_all_states_are_found_in_the_order_of_the_explorer() -> None:
    found = states()
    assert found.explore(lambda low, high, rows, counts, summand: True)
    space, _ = explore(found.process, (), (CompiledTarget(),), CONTEXT)
    assert np.array_equal(found.rows, space.rows)
    assert found.transitions == space.transitions.count


def test_states_can_be_expanded_again_wherever_they_stand() -> None:
    found = states()
    found.explore(lambda low, high, rows, counts, summand: True)
    space, _ = explore(found.process, (), (CompiledTarget(),), CONTEXT)
    stretch = found.expand(Stretch(found), found.rows.reshape(-1), 2, found.size)
    first = space.transitions.row_start[space.transitions.starts[2]]
    assert stretch.column[: stretch.batch.successors].tolist() == space.transitions.column[first:].tolist()
    assert stretch.batch.weights[: stretch.batch.successors].tolist() == space.transitions.weight[first:].tolist()


def test_a_visitor_can_end_it() -> None:
    assert not states().explore(lambda low, high, rows, counts, summand: False)
