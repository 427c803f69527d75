"""A space where several commands may be enabled in a state -> a chain in which one of them is drawn, each alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.space.raw import RawSpace


def mixed(raw: RawSpace) -> RawSpace:
    """One choice per state: of k choices each has the weight 1/k, and equal successors become one.

    P(s, t) = sum over the choices c of s of P(c, t) / k. Where choices of a state gain differently, their gains move to
    their transitions (which then stay apart): so whole distributions of a reward are right, and not only its mean.
    Every state must have a choice. The choice has the command of the first one.
    """
    assert raw.choice_start is not None, "every state has one choice already"
    counts, heads = np.diff(raw.choice_start), raw.choice_start[:-1]
    if (counts == 1).all():
        return raw
    owner = np.repeat(np.arange(raw.size), counts)
    choice = np.repeat(np.arange(len(owner)), np.diff(raw.row_start))
    raw = _gains_at_steps(raw, owner, choice)
    state = owner[choice]
    order, start = _groups(state, raw)
    first = order[start]
    weight = np.add.reduceat((raw.weight / counts[state])[order], start)
    sizes = np.bincount(state[first], minlength=raw.size)
    return RawSpace(
        rows=raw.rows,
        choice_start=np.arange(raw.size + 1),
        row_start=np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes))),
        column=raw.column[first],
        weight=weight,
        summand=raw.summand[heads],
        gains=raw.gains[heads],
        step_gains=None if raw.step_gains is None else raw.step_gains[first],
        exact_weight=_exact_weights(raw, counts[state], order, start),
        exact_gains=_picked(raw.exact_gains, heads),
        exact_step_gains=_picked(raw.exact_step_gains, first),
    )


def _gains_at_steps(raw: RawSpace, owner: NDArray[np.int64], choice: NDArray[np.int64]) -> RawSpace:
    """The same space; where the choices of a state gain differently, their transitions gain instead of them."""
    assert raw.choice_start is not None
    differs = (raw.gains != raw.gains[raw.choice_start[owner]]).any(axis=1)
    if not differs.any():
        return raw
    moved = np.zeros(raw.size, dtype=bool)
    moved[owner[differs]] = True
    moves = moved[owner]
    added = np.where(moves[choice, None], raw.gains[choice], 0.0)
    exact_steps, exact_gains = raw.exact_step_gains, raw.exact_gains
    if exact_gains is not None:
        nothing = [Fraction(0)] * raw.gains.shape[1]
        before = exact_steps or [nothing] * len(choice)
        gained = [exact_gains[c] if moves[c] else nothing for c in choice.tolist()]
        exact_steps = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(before, gained, strict=True)]
        exact_gains = [nothing if move else line for move, line in zip(moves.tolist(), exact_gains, strict=True)]
    return replace(
        raw,
        gains=np.where(moves[:, None], 0.0, raw.gains),
        step_gains=added if raw.step_gains is None else raw.step_gains + added,
        exact_gains=exact_gains,
        exact_step_gains=exact_steps,
    )


def _groups(state: NDArray[np.int64], raw: RawSpace) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The transitions, those with equal state, successor and gains side by side, and where each group begins."""
    keys: list[NDArray[Any]] = [raw.column, state]
    if raw.exact_step_gains is not None:
        known: dict[tuple[Fraction, ...], int] = {}
        keys.insert(0, np.array([known.setdefault(tuple(line), len(known)) for line in raw.exact_step_gains]))
    elif raw.step_gains is not None:
        keys = [*raw.step_gains.T, *keys]
    order = np.lexsort(keys)
    new = np.zeros(len(order), dtype=bool)
    new[:1] = True
    for key in keys:
        new[1:] |= key[order[1:]] != key[order[:-1]]
    return order, np.flatnonzero(new)


def _exact_weights(
    raw: RawSpace, counts: NDArray[np.int64], order: NDArray[np.int64], start: NDArray[np.int64]
) -> list[Fraction] | None:
    if raw.exact_weight is None:
        return None
    shares = [weight / count for weight, count in zip(raw.exact_weight, counts.tolist(), strict=True)]
    places, ends = order.tolist(), [*start.tolist()[1:], len(order)]
    return [sum((shares[t] for t in places[a:b]), Fraction(0)) for a, b in zip(start.tolist(), ends, strict=True)]


def _picked(values: list[Any] | None, places: NDArray[np.int64]) -> list[Any] | None:
    return None if values is None else [values[place] for place in places.tolist()]
