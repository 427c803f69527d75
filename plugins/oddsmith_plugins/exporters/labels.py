"""An explored game -> the labels that a file of its states carries: its own, and the conditions of its questions."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Explored, Gains, Name, StateSpace, conditions_of

Truth = NDArray[np.bool_]


def labels_of(explored: Explored) -> dict[str, Truth]:
    """The labels of the game, then what its questions ask for and no label says, named after the question.

    Other programs take words only: `win[1]` becomes `win_1`.
    """
    found: dict[str, Truth] = {}
    for name, holds in explored.labels.items():
        found[fresh(word(name), found)] = holds
    known = {label.condition for label in explored.process.labels}
    truth = dict(zip(conditions_of(explored.process.questions), explored.space.conditions, strict=True))
    for question in explored.process.questions:
        for condition in conditions_of([question]):
            if condition not in known and not _is_label(condition, explored):
                known.add(condition)
                found[fresh(word(question.name), found)] = truth[condition]
    return found


def _is_label(condition: object, explored: Explored) -> bool:
    """Whether a condition is nothing but the name of a label, as in files that are read and written again."""
    return isinstance(condition, Name) and condition.name in explored.labels


def word(name: str) -> str:
    """A name of letters, digits and underscores that looks like this one."""
    found = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_") or "x"
    return f"_{found}" if found[0].isdigit() else found


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
