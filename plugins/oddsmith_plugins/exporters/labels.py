"""An explored game -> the labels that a file of its states carries: its own, and the conditions of its questions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Explored, Gains, StateSpace, conditions_of

Truth = NDArray[np.bool_]


def labels_of(explored: Explored) -> dict[str, Truth]:
    """The labels of the game, then what its questions ask for and no label says, named after the question."""
    found = dict(explored.labels)
    known = {label.condition for label in explored.process.labels}
    truth = dict(zip(conditions_of(explored.process.questions), explored.space.conditions, strict=True))
    for question in explored.process.questions:
        for condition in conditions_of([question]):
            if condition not in known and not _is_label(condition, found):
                known.add(condition)
                found[fresh(question.name, found)] = truth[condition]
    return found


def _is_label(condition: object, found: dict[str, Truth]) -> bool:
    """Whether a condition is nothing but the name of a label, as in files that are read and written again."""
    return getattr(condition, "name", None) in found


def fresh(name: str, taken: Iterable[str]) -> str:
    """The name, with a number where it is taken already."""
    taken = set(taken)
    if name not in taken:
        return name
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def deadlocks_of(space: StateSpace) -> Truth:
    """The states in which the game is over: the loop there belongs to no command."""
    holds = np.zeros(space.size, dtype=bool)
    holds[space.transitions.owner[space.summand < 0]] = True
    return holds


def expected_gain(space: StateSpace, gains: Gains) -> NDArray[np.float64]:
    """What each choice gains in the mean, where gains of transitions cannot be said."""
    if gains.step is None:
        return gains.choice
    starts = space.transitions.row_start[:-1]
    return gains.choice + np.add.reduceat(gains.step * space.transitions.weight, starts)


def action_names(space: StateSpace) -> list[str]:
    """The name of each summand's action, and at the end that of none."""
    return [*space.actions, ""]


def first_state(labels: dict[str, Truth], space: StateSpace) -> dict[str, Truth]:
    """The labels with `init` in front, which holds in the first state alone; another label of that name is renamed."""
    first = np.zeros(space.size, dtype=bool)
    first[space.initial] = True
    others = {name: holds for name, holds in labels.items() if name != "init"}
    if "init" in labels and not np.array_equal(labels["init"], first):
        others[fresh("init", labels)] = labels["init"]
    return {"init": first, **others}


def plain(labels: dict[str, Truth]) -> dict[str, Truth]:
    """The labels under names without spaces and quotation marks."""
    found: dict[str, Truth] = {}
    for name, holds in labels.items():
        found[fresh("".join("_" if c.isspace() or c == '"' else c for c in name) or "_", found)] = holds
    return found
