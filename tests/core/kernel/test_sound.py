"""What kernels return has the form that the explorer reads, or the kernel is named with the rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from oddsmith.context import BrokenOfferError, Context
from oddsmith.kernel.kernel import Kernel, Target
from oddsmith.kernel.sound import sound_kernel, sound_moves, sound_vector
from oddsmith.testing import process_of
from oddsmith.testing.reference import installed

COIN = "game: coin\nvariables: {s: 0..2}\ncommands: [{when: s = 0, then: [{1/4: {s: 1}}, {3/4: {s: 2}}]}]\n"
TARGET: Target = installed().make("kernel", "reference", {})
KERNEL: Kernel = TARGET.build(process_of(COIN), (), Context())
ROWS = KERNEL.encoding.initial().reshape(1, -1)
MOVES = KERNEL.expand(ROWS)


def test_what_is_sound_is_passed_on() -> None:
    assert sound_kernel(TARGET, KERNEL) is KERNEL
    assert sound_moves(KERNEL, ROWS, MOVES) is MOVES
    none = KERNEL.expand(MOVES.targets)  # two ends
    assert sound_moves(KERNEL, MOVES.targets, none) is none


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        (None, "NoneType is no Moves"),
        (replace(MOVES, choices=MOVES.choices[:0]), "`choices` has the shape (0,), not (1,)"),
        (replace(MOVES, targets=MOVES.targets[:1]), "`targets` has the shape (1, 1), not (2, 1)"),
        (replace(MOVES, gains=np.zeros((1, 3))), "`gains` has the shape (1, 3), not (1, 0)"),
        (replace(MOVES, weights=MOVES.weights * np.nan), "are not probabilities"),
        (replace(MOVES, weights=MOVES.weights * 2), "are not probabilities"),
        (replace(MOVES, weights=np.array([-1.0, 2.0])), "are not probabilities"),
        (replace(MOVES, sizes=MOVES.sizes * 0, targets=MOVES.targets[:0], weights=np.zeros(0)), "has no successor"),
    ],
)
def test_each_wrong_form_is_told(moves: Any, rule: str) -> None:
    with pytest.raises(BrokenOfferError) as error:
        sound_moves(KERNEL, ROWS, moves)
    assert rule in str(error.value)


def test_something_else_than_a_kernel_is_told() -> None:
    with pytest.raises(BrokenOfferError, match="the kernel reference built list, which has no encoding, numbers"):
        sound_kernel(TARGET, [])  # type: ignore[arg-type]


@pytest.mark.parametrize("found", [[True], np.ones(1), np.ones(2, dtype=np.bool_)])
def test_a_condition_has_a_truth_for_each_state(found: Any) -> None:
    with pytest.raises(BrokenOfferError, match="`holds` of its kernel gave no array with a bool for each state"):
        sound_vector(KERNEL, "holds", found, ROWS, np.bool_)
