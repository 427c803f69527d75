"""Batches of states through a compiled step: as they come, or with equal successors merged and ends looped."""

import numpy as np
import pytest

from oddsmith.kernel.gather import Batch, expand_rows, hash_row
from oddsmith.kernel.kernel import NativeStep, SemanticError
from oddsmith.native import from_text

TEXT = """
def expand(row: Array[u64], pairs: Array[i64], gains: Array[f64], targets: Array[u64], weights: Array[f64],
           steps: Array[f64]) -> i64:
    x = i64(row[0])
    if x == 9:
        return -602
    if x == 0:
        return 0
    for choice in range(2):
        pairs[2 * choice] = choice
        pairs[2 * choice + 1] = x
        gains[choice] = f64(x)
        for k in range(x):
            at = choice * x + k
            targets[at] = k // 2
            weights[at] = 1.0 / f64(x)
            STEPPED
    return 2
"""


def native(stepped):
    """State x has two choices with x successors each: 0 0 1 1 2 2 …; state 0 is an end, 9 is faulty.

    A step writes gains of single steps only where it says that there are any.
    """
    text = TEXT.replace("STEPPED", "steps[at] = f64(k // 4)" if stepped else "pass")
    return NativeStep(from_text(text, "gather")["expand"], 2, 80)


def rows(*values):
    return np.array(values, dtype=np.uint64).reshape(-1, 1)


def test_unmerged_successors_come_in_their_order():
    moves = expand_rows(native(True), rows(3, 0, 2), 1, stepped=True)
    assert moves.choices.tolist() == [2, 0, 2]
    assert moves.summand.tolist() == [0, 1, 0, 1]
    assert moves.sizes.tolist() == [3, 3, 2, 2]
    assert moves.targets[:, 0].tolist() == [0, 0, 1, 0, 0, 1, 0, 0, 0, 0]
    assert moves.gains[:, 0].tolist() == [3, 3, 2, 2]
    assert moves.step_gains.shape == (10, 1)
    assert moves.weights[:3].tolist() == [1 / 3] * 3


def test_a_long_list_of_states_is_expanded_in_parts():
    values = [1 + i % 8 for i in range(3000)]
    moves = expand_rows(native(False), rows(*values), 1, stepped=False)
    assert moves.choices.tolist() == [2] * 3000
    assert moves.sizes[::2].tolist() == values
    assert moves.step_gains is None


def test_no_states_have_no_moves():
    assert expand_rows(native(False), rows(), 1, stepped=False).choices.tolist() == []


def test_a_faulty_state_is_named():
    with pytest.raises(SemanticError) as error:
        expand_rows(native(False), rows(1, 9, 2), 1, stepped=False)
    assert error.value.code == "E602"
    assert error.value.row.tolist() == [9]


@pytest.mark.parametrize("x", [5, 16, 17, 40])
def test_equal_successors_merge_and_keep_the_order(x):
    batch = Batch(native(False), 1, 1, stepped=False, room=500)
    assert batch.expand(rows(x), 0, 1, merging=True) == 1
    moves = batch.moves(1)
    left = -(-x // 2)
    assert moves.sizes.tolist() == [left, left]
    assert moves.targets[:, 0].tolist() == [*range(left), *range(left)]
    assert np.allclose(moves.weights[: x // 2], 2 / x)


@pytest.mark.parametrize("x", [7, 30])
def test_successors_with_different_gains_stay_apart(x):
    batch = Batch(native(True), 1, 1, stepped=True, room=500)
    batch.expand(rows(x), 0, 1, merging=True)
    moves = batch.moves(1)
    assert moves.sizes[0] == len({(k // 2, k // 4) for k in range(x)})
    assert moves.weights.sum() == pytest.approx(2)


def test_an_end_loops_and_a_full_buffer_stops():
    batch = Batch(native(True), 1, 1, stepped=True, room=85)
    assert batch.expand(rows(0, 3, 3, 3, 3), 0, 5, merging=True) == 3
    moves = batch.moves(3)
    assert moves.summand[0] == -1
    assert moves.targets[0].tolist() == [0]
    assert (moves.weights[0], moves.gains[0, 0], moves.step_gains[0, 0]) == (1, 0, 0)


def test_hashes_spread_neighbouring_states():
    words = np.array([[i, j] for i in range(64) for j in range(64)], dtype=np.uint64)
    low = {hash_row(row, 2) & 0xFFF for row in words}
    assert len(low) > 0.55 * 4096
