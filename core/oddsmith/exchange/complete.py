"""A stored model as a file says it -> the same, checked: every index in range, every choice a distribution.

What solvers rely on is made so: successors of a choice are distinct, no weight is zero, a state without choices has a
loop, weights sum to 1. Sums that miss 1 by no more than the digits that some programs print are scaled, with a remark.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.exchange.merged import merged
from oddsmith.exchange.stored import StoredModel, impossible, unsuited
from oddsmith.space.assemble import with_loops
from oddsmith.space.raw import RawSpace
from oddsmith.space.space import Gains, Stored

TOLERANCE = 1e-6
"""How far the sum of a distribution may be from 1: files with few digits."""
EXACTLY = 1e-12
"""Sums that are this close to 1 are left as they are."""


def complete(model: StoredModel, context: Context) -> StoredModel:
    """The model as solvers need it; SpecError (E822) where it contradicts itself."""
    stored = model.transitions
    _check_sizes(model)
    context.allow_states(stored.size)
    _check_starts(stored.starts, stored.choices, "choices of states")
    _check_starts(stored.row_start, stored.count, "transitions of choices")
    if stored.count and not 0 <= int(stored.column.min()) <= int(stored.column.max()) < stored.size:
        bad = int(np.flatnonzero((stored.column < 0) | (stored.column >= stored.size))[0])
        raise impossible(
            f"transition {bad:,} leads to state {int(stored.column[bad]):,}, and there are {stored.size:,}"
        )
    _check_gains(model)
    if model.kind == "chain" and stored.choice_start is not None and (np.diff(stored.starts) > 1).any():
        state = int(np.flatnonzero(np.diff(stored.starts) > 1)[0])
        raise impossible(f"it is a chain, and state {state:,} has several choices")
    model = _scaled(model)
    return _looped(merged(model))


def _check_sizes(model: StoredModel) -> None:
    stored = model.transitions
    if stored.size < 1:
        raise impossible("there is no state")
    if stored.size >= 2**31:
        raise unsuited(f"it has {stored.size:,} states; at most {2**31 - 1:,} can be stored")
    if not 0 <= model.initial < stored.size:
        raise impossible(f"the first state is {model.initial:,}, and there are {stored.size:,}")
    if len(stored.weight) != stored.count:
        raise impossible(f"{stored.count:,} transitions have {len(stored.weight):,} probabilities")
    for name, holds in model.labels.items():
        if len(holds) != stored.size:
            raise impossible(f"the label {name} is told for {len(holds):,} of {stored.size:,} states")
    if model.player is not None and len(model.player) != stored.size:
        raise impossible(f"players are told for {len(model.player):,} of {stored.size:,} states")


def _check_starts(starts: NDArray[np.int64], count: int, what: str) -> None:
    """Begins with 0, never falls, ends with the number of what it counts."""
    if int(starts[0]) != 0 or int(starts[-1]) != count:
        raise impossible(f"the {what} reach from {int(starts[0]):,} to {int(starts[-1]):,}, not from 0 to {count:,}")
    falls = np.flatnonzero(starts[1:] < starts[:-1])
    if len(falls):
        raise impossible(f"the {what} are out of order at number {int(falls[0]):,}")


def _check_gains(model: StoredModel) -> None:
    stored = model.transitions
    for name, gains in model.gains.items():
        wanted = (("state", gains.state, stored.size), ("choice", gains.choice, stored.choices))
        parts = [*wanted, *([("transition", gains.step, stored.count)] if gains.step is not None else [])]
        for what, values, size in parts:
            if len(values) != size:
                raise impossible(f"the reward {name} is told for {len(values):,} of {size:,} {what}s")
            if not np.isfinite(values).all():
                bad = int(np.flatnonzero(~np.isfinite(values))[0])
                raise impossible(f"the reward {name} of {what} {bad:,} is {values[bad]}")


def _scaled(model: StoredModel) -> StoredModel:
    """Weights that sum to 1 in every choice, or a refusal."""
    stored = model.transitions
    weight = stored.weight
    if stored.count and not (np.isfinite(weight).all() and float(weight.min()) >= 0):
        bad = int(np.flatnonzero(~(np.isfinite(weight) & (weight >= 0)))[0])
        raise impossible(f"the probability of transition {bad:,} is {weight[bad]}")
    empty = np.flatnonzero(stored.row_start[1:] == stored.row_start[:-1])
    if len(empty):
        raise impossible(f"choice {int(empty[0]):,} leads nowhere")
    if not stored.choices:
        return model
    sums = np.add.reduceat(weight, stored.row_start[:-1])
    error = np.abs(sums - 1)
    worst = int(error.argmax())
    if error[worst] > TOLERANCE:
        state = int(np.searchsorted(stored.starts, worst, side="right")) - 1
        message = f"the probabilities of choice {worst:,} (of state {state:,}) sum to {sums[worst]:.12g}"
        raise impossible(message, "a distribution sums to 1")
    if stored.exact is not None and not _sums_exactly(stored):
        model = replace(model, transitions=replace(stored, exact=None))
    if error[worst] <= EXACTLY:
        return model
    scaled = weight / np.repeat(sums, np.diff(stored.row_start))
    remark = f"probabilities that sum to 1 only within {error[worst]:.1e} were scaled"
    return replace(model, transitions=replace(stored, weight=scaled, exact=None), remarks=(*model.remarks, remark))


def _sums_exactly(stored: Stored) -> bool:
    exact = stored.exact or ()
    return all(sum(exact[low:high]) == 1 for low, high in pairwise(stored.row_start.tolist()))


def _looped(model: StoredModel) -> StoredModel:
    """Every state without choices gets one: back to itself, without a name, gaining nothing."""
    stored = model.transitions
    counts = np.diff(stored.starts)
    if stored.choice_start is None or counts.all():
        return _as_chain(model)
    names = list(model.gains)
    zeros = np.zeros((stored.choices, 0))
    raw = RawSpace(
        rows=np.zeros((stored.size, 0), dtype=np.uint64),
        choice_start=stored.starts,
        row_start=stored.row_start,
        column=stored.column,
        weight=stored.weight,
        summand=_actions(model),
        gains=np.stack([model.gains[name].choice for name in names], axis=1) if names else zeros,
        step_gains=np.stack([_steps(model.gains[name], stored.count) for name in names], axis=1) if names else None,
        exact_weight=None if stored.exact is None else list(stored.exact),
    )
    raw = with_loops(raw, counts)
    assert raw.choice_start is not None
    gains = {
        name: Gains(
            model.gains[name].state,
            np.ascontiguousarray(raw.gains[:, place]),
            None if model.gains[name].step is None or raw.step_gains is None else raw.step_gains[:, place].copy(),
        )
        for place, name in enumerate(names)
    }
    exact: tuple[Fraction, ...] | None = None if raw.exact_weight is None else tuple(raw.exact_weight)
    stored = Stored(stored.size, raw.choice_start, raw.row_start, raw.column, raw.weight, exact)
    return _as_chain(replace(model, transitions=stored, gains=gains, action=raw.summand))


def _as_chain(model: StoredModel) -> StoredModel:
    """A chain has no `choice_start`."""
    if model.kind != "chain" or model.transitions.choice_start is None:
        return model
    return replace(model, transitions=replace(model.transitions, choice_start=None))


def _actions(model: StoredModel) -> NDArray[np.int32]:
    """The action of each choice; 0 stands for all of them where there are no names."""
    return np.zeros(model.transitions.choices, dtype=np.int32) if model.action is None else model.action


def _steps(gains: Gains, count: int) -> NDArray[np.float64]:
    return np.zeros(count) if gains.step is None else gains.step
