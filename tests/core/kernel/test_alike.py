"""Choices of a state with the same successors, weights and gains are stored once; the first one stays."""

from __future__ import annotations

import numpy as np

from oddsmith.kernel.alike import drop_alike


def dropped(choices: list[list[tuple[int, float]]], gains: list[float]) -> tuple[list[int], list[int], list[float]]:
    """The numbers of the choices that are kept, their successors, and what they gain."""
    pairs = np.array([n for number, c in enumerate(choices) for n in (number, len(c))], dtype=np.int64)
    targets = np.array([t for c in choices for t, _ in c], dtype=np.uint64)
    weights = np.array([w for c in choices for _, w in c])
    gain, steps = np.array(gains), np.zeros(1)
    kept = drop_alike(0, len(choices), 0, 1, 1, 0, pairs, gain, targets, weights, steps)
    size = int(pairs[1 : 2 * kept : 2].sum())
    return pairs[: 2 * kept : 2].tolist(), targets[:size].tolist(), gain[:kept].tolist()


def test_equal_choices_become_one() -> None:
    one, other = [(5, 0.5), (6, 0.5)], [(7, 1.0)]
    assert dropped([one, one, other, one, other], [0.0] * 5) == ([0, 2], [5, 6, 7], [0.0, 0.0])


def test_other_gains_weights_or_successors_keep_a_choice() -> None:
    one = [(5, 0.5), (6, 0.5)]
    assert dropped([one, one], [0.0, 1.0])[0] == [0, 1]
    assert dropped([one, [(5, 0.25), (6, 0.75)]], [0.0, 0.0])[0] == [0, 1]
    assert dropped([one, [(5, 0.5), (7, 0.5)], [(5, 1.0)]], [0.0, 0.0, 0.0])[0] == [0, 1, 2]
