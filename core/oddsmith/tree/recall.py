"""Histories and who sees what -> information sets, refused where a player would forget or could tell them apart.

A player knows what he sees now. Histories of one information set must agree on what he saw and did before (perfect
recall: Kuhn 1953); otherwise best behaviour has no backward recursion, and a mixture of plans is not a behaviour.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

import numpy as np

from oddsmith.process.process import Process
from oddsmith.solve.conditions import refuse
from oddsmith.source import SpecError
from oddsmith.space.space import StateSpace
from oddsmith.tree.sight import Label, Sight, choice_labels, words
from oddsmith.tree.tree import Information, Integers


class Nodes(Protocol):
    """Histories: see GameTree."""

    @property
    def state(self) -> Integers: ...
    @property
    def parent(self) -> Integers: ...
    @property
    def step(self) -> Integers: ...
    @property
    def level(self) -> Integers: ...


def information(
    process: Process, space: StateSpace, sight: Sight, nodes: Nodes
) -> tuple[Integers, Integers, Information]:
    """The set of every node, the last move of every player before it, and the sets."""
    set_of_state, players = _alike(space, sight)
    slot, start, names, example = _moves(process, space, sight, set_of_state, players)
    move_of_step = _moves_of_steps(space, slot)
    last = _last_moves(nodes, move_of_step, players, set_of_state, len(sight.players), int(start[-1]))
    sets = set_of_state[nodes.state]
    before = _before(process, space, sight, nodes, sets, last, players, (start, names))
    order = _order(players, before, start)
    return _renumbered(
        order, sets, last, Information(players, start, before, example, tuple(names)), len(sight.players)
    )


def _alike(space: StateSpace, sight: Sight) -> tuple[Integers, Integers]:
    """The set of every state (-1: nothing is decided) and the player of every set."""
    found = np.full(space.size, -1, dtype=np.int64)
    players: list[int] = []
    several = np.diff(space.transitions.starts) > 1
    for player, seen in enumerate(sight.visible):
        states = np.flatnonzero(sight.decides == player)
        if not len(states):
            continue
        columns = [space.encoding.column(space.rows[states], place) for place in seen]
        views = np.stack([*columns, np.zeros(len(states), dtype=np.int64)], axis=1)
        _, number = np.unique(views, axis=0, return_inverse=True)
        number = number.reshape(-1)
        open_sets = np.unique(number[several[states]])
        kept = np.full(number.max() + 1, -1, dtype=np.int64)
        kept[open_sets] = len(players) + np.arange(len(open_sets))
        found[states] = kept[number]
        players += [player] * len(open_sets)
    return found, np.array(players, dtype=np.int64)


def _moves(
    process: Process, space: StateSpace, sight: Sight, sets: Integers, players: Integers
) -> tuple[dict[int, int], Integers, list[str], Integers]:
    """The move of every choice, where the moves of every set begin, their names, and a state of every set."""
    states = np.flatnonzero(sets >= 0)
    labels = choice_labels(process, space, states)
    own: dict[int, list[Label]] = {}
    first: dict[int, int] = {}
    slot: dict[int, tuple[int, int]] = {}
    starts = space.transitions.starts
    for state in states.tolist():
        which = int(sets[state])
        choices = range(int(starts[state]), int(starts[state + 1]))
        offered = _numbered([labels[choice] for choice in choices])
        known = own.setdefault(which, offered)
        if set(known) != set(offered):
            raise _told_apart(space, sight.players[players[which]], first[which], state, known, offered)
        first.setdefault(which, state)
        for choice, label in zip(choices, offered, strict=True):
            slot[choice] = (which, known.index(label))
    sizes = [len(own[which]) for which in range(len(players))]
    start = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    names = [words(label) for which in range(len(players)) for label in own[which]]
    example = np.array([first[which] for which in range(len(players))], dtype=np.int64)
    return {choice: int(start[which]) + place for choice, (which, place) in slot.items()}, start, names, example


def _numbered(labels: Sequence[Label]) -> list[Label]:
    """Labels that occur twice get numbers, so that every choice has its own."""
    seen: dict[Label, int] = {}
    found = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        found.append(label if seen[label] == 1 else (f"{label[0]} ({seen[label]})", label[1]))
    return found


def _moves_of_steps(space: StateSpace, slot: dict[int, int]) -> Integers:
    """The move that every transition belongs to; -1 where nobody decides."""
    of_choice = np.full(space.transitions.choices, -1, dtype=np.int64)
    if slot:
        of_choice[np.fromiter(slot.keys(), dtype=np.int64)] = np.fromiter(slot.values(), dtype=np.int64)
    return np.repeat(of_choice, np.diff(space.transitions.row_start))


def _last_moves(
    nodes: Nodes, move_of_step: Integers, players: Integers, sets: Integers, count: int, moves: int
) -> Integers:
    found = np.empty((count, len(nodes.state)), dtype=np.int64)
    found[:, 0] = moves + np.arange(count)
    bounds = nodes.level.tolist()
    for low, high in pairwise(bounds[1:]):
        parent = nodes.parent[low:high]
        move = move_of_step[nodes.step[low:high]]
        which = sets[nodes.state[parent]]
        for player in range(count):
            mine = (move >= 0) & (which >= 0)
            mine[mine] = players[which[mine]] == player
            found[player, low:high] = np.where(mine, move, found[player, parent])
    return found


def _before(
    process: Process,
    space: StateSpace,
    sight: Sight,
    nodes: Nodes,
    sets: Integers,
    last: Integers,
    players: Integers,
    moves: tuple[Integers, list[str]],
) -> Integers:
    """The one move before every set; SpecError where there are two."""
    inner = np.flatnonzero(sets >= 0)
    which = sets[inner]
    move = last[players[which], inner]
    before = np.full(len(players), -1, dtype=np.int64)
    before[which[::-1]] = move[::-1]
    wrong = np.flatnonzero(before[which] != move)
    if len(wrong):
        one = int(inner[np.argmax(which == which[wrong[0]])])
        raise _forgotten(space, sight.players[players[which[wrong[0]]]], nodes, one, int(inner[wrong[0]]))
    return before


def _order(players: Integers, before: Integers, start: Integers) -> Integers:
    """Sets by player, then by how many sets of his own lie before them."""
    owner = np.repeat(np.arange(len(players)), np.diff(start))
    depth = np.zeros(len(players), dtype=np.int64)
    inner = before < len(owner)
    while True:
        deeper = depth.copy()
        deeper[inner] = depth[owner[before[inner]]] + 1
        if (deeper == depth).all():
            return np.lexsort((np.arange(len(players)), depth, players))
        depth = deeper


def _renumbered(
    order: Integers, sets: Integers, last: Integers, old: Information, players: int
) -> tuple[Integers, Integers, Information]:
    """Everything with the sets in this order."""
    rank = np.empty(len(order) + 1, dtype=np.int64)
    rank[order] = np.arange(len(order))
    rank[-1] = -1
    sizes = np.diff(old.start)[order]
    start = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    offset = np.repeat(start[:-1] - old.start[order], sizes)
    new_places = np.arange(len(offset))
    new = np.concatenate((np.empty(len(offset), dtype=np.int64), len(offset) + np.arange(players)))
    new[new_places - offset] = new_places
    names = tuple(old.names[place] for place in (new_places - offset).tolist())
    found = Information(old.player[order], start, new[old.before[order]], old.example[order], names)
    return rank[sets], new[last], found


def _told_apart(
    space: StateSpace, player: str, one: int, other: int, known: list[Label], offered: list[Label]
) -> SpecError:
    first, second = ", ".join(map(words, known)), ", ".join(map(words, offered))
    return refuse(
        "E509",
        f"{player} could tell two states apart by what can be done there",
        why=f"{space.describe(one)}: {first}; {space.describe(other)}: {second}",
        fix=f"let {player} see what makes the difference (`sees:`), or offer the same in both",
    )


def _forgotten(space: StateSpace, player: str, nodes: Nodes, one: int, other: int) -> SpecError:
    return refuse(
        "E507",
        f"{player} would forget what he saw or did before (imperfect recall)",
        why=f"these two look the same to {player}: {_way(space, nodes, one)}; and {_way(space, nodes, other)}",
        fix=f"keep what {player} knows in a variable that {player} sees",
    )


def _way(space: StateSpace, nodes: Nodes, node: int) -> str:
    """A history by its actions, and the state in which it ends."""
    actions: list[str] = []
    choice = np.searchsorted(space.transitions.row_start, nodes.step, side="right") - 1 if node else None
    here = node
    while here > 0 and choice is not None:
        summand = int(space.summand[choice[here]])
        actions.append(space.actions[summand] or "go on")
        here = int(nodes.parent[here])
    shown = " -> ".join(actions[::-1]) or "the beginning"
    return f"{shown} ({space.describe(int(nodes.state[node]))})"
