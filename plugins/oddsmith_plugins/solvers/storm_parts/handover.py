"""Packed equations -> the matrix, rewards and property that Storm is given.

    row j:  weight(t) scale(j) to each open state,  the rest to the state `yes` or to the state `no`

A column whose constants are probabilities becomes P [F yes]: constant(j) scale(j) is the step to `yes`. Any other one
becomes R [F yes or no] with the reward constant(j) scale(j); a policy that never ends is infinitely bad there, too.
Loops are taken out before (see `system`), so Storm starts where our own solvers start.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith_plugins.solvers.system import System

Reals = NDArray[np.float64]
SLACK = 1e-12
"""Roundings of a sum of probabilities."""


@dataclass(frozen=True)
class Handover:
    """One model; the states after the open ones are `yes` and `no`."""

    row_start: NDArray[np.int64]
    column: NDArray[np.int64]
    weight: Reals
    group_start: NDArray[np.int64]
    """The first row of each state; empty for a chain."""
    reward: Reals
    """[rows, columns]; no columns: the probability of `yes` is asked for."""


def handovers(system: System, stopping: bool) -> list[tuple[NDArray[np.int64], Handover]]:
    """The models for all columns that are not zero everywhere, each with the columns that it answers.

    Where one can go on for ever only rewards say that this is infinitely bad: its probability of `yes` is zero.
    """
    leak = system.leak * system.scale
    constant = system.constant * system.scale[:, None]
    active = (constant != 0).any(axis=0)
    probable = active & stopping & (constant <= leak[:, None] * (1 + SLACK)).all(axis=0)
    models = []
    for c in np.flatnonzero(probable):
        yes = constant[:, c]
        models.append((np.array([c]), _model(system, yes, np.maximum(leak - yes, 0.0), None)))
    if len(others := np.flatnonzero(active & ~probable)):
        models.append((others, _model(system, leak, np.zeros_like(leak), constant[:, others])))
    return models


def _model(system: System, yes: Reals, no: Reals, reward: Reals | None) -> Handover:
    """Each row with its columns in order, then the two ends, which stay where they are."""
    rows, size = len(system.scale), system.size
    lengths = np.diff(system.row_start)
    weight = system.table if system.code is None else system.table[system.code]
    owner = np.repeat(np.arange(rows), lengths)
    row = np.concatenate([owner, np.flatnonzero(yes), np.flatnonzero(no), [rows, rows + 1]])
    column = np.concatenate(
        [system.column, np.full(np.count_nonzero(yes), size), np.full(np.count_nonzero(no), size + 1), [size, size + 1]]
    )
    value = np.concatenate([weight * system.scale[owner], yes[yes > 0], no[no > 0], [1.0, 1.0]])
    order = np.lexsort((column, row))
    gained = np.zeros((rows + 2, 0)) if reward is None else np.concatenate([reward, np.zeros((2, reward.shape[1]))])
    groups = np.zeros(0, np.int64)
    if system.choice_start is not None:
        groups = np.concatenate([system.choice_start[:-1], [rows, rows + 1]]).astype(np.int64)
    row_start = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=rows + 2))]).astype(np.int64)
    return Handover(row_start, column[order].astype(np.int64), value[order], groups, gained)
