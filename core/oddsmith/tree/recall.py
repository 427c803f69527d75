"""Histories and who sees what -> information sets, refused where a player would forget or could tell them apart.

A player knows what he sees now. Histories of one information set must agree on what he saw and did before (perfect
recall: Kuhn 1953); otherwise best behaviour has no backward recursion, and a mixture of plans is not a behaviour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    """The set of every node, the last move of every player before it, and the sets.

    Where all histories of a set are in one state, what came before cannot matter any more: nobody is refused for not
    knowing it, and the set is there once for each move that the player may have made before.
    """
    of_state, players = _alike(space, sight)
    offers = _offers(process, space, sight, of_state, players)
    move_of_step = _moves_of_steps(space, offers.slot)
    last = _last_moves(nodes, move_of_step, players, of_state, len(sight.players), int(offers.start[-1]))
    _check_recall(space, sight, nodes, of_state[nodes.state], last, players)
    told = _Remembering(players, offers, move_of_step, len(sight.players))
    sets, last = told.follow(nodes, of_state)
    return _renumbered(_order(told.information()), sets, last, told.information(), len(sight.players))


@dataclass(frozen=True)
class Offers:
    """What can be done in each group of states that look alike: moves numbered through, groups in order."""

    slot: dict[int, int]
    """The move of every choice of the space."""
    start: Integers
    names: list[str]
    example: Integers
    """A state of every group."""


class _Remembering:
    """Goes through the histories and makes a set of every group and every last move of its player."""

    def __init__(self, players: Integers, offers: Offers, move_of_step: Integers, count: int) -> None:
        self.players, self.offers, self.move_of_step, self.count = players, offers, move_of_step, count
        self.known: dict[tuple[int, int], int] = {}
        self.groups: list[int] = []
        self.before: list[int] = []
        self.offset = [0]

    def follow(self, nodes: Nodes, of_state: Integers) -> tuple[Integers, Integers]:
        """The set of every node and the last move of every player before it; players without a move have -1 - p."""
        groups = of_state[nodes.state]
        sets = np.full(len(nodes.state), -1, dtype=np.int64)
        last = np.empty((self.count, len(nodes.state)), dtype=np.int64)
        last[:, 0] = -1 - np.arange(self.count)
        bounds = nodes.level.tolist()
        for low, high in pairwise(bounds):
            if low:
                self._step(nodes, slice(low, high), groups, sets, last)
            inner = low + np.flatnonzero(groups[low:high] >= 0)
            if len(inner):
                own = last[self.players[groups[inner]], inner]
                pairs, place = np.unique(np.stack((groups[inner], own), axis=1), axis=0, return_inverse=True)
                numbers = np.array([self._set(int(group), int(move)) for group, move in pairs.tolist()])
                sets[inner] = numbers[place.reshape(-1)]
        moves = self.offset[-1]
        return sets, np.where(last < 0, moves - 1 - last, last)

    def _step(self, nodes: Nodes, here: slice, groups: Integers, sets: Integers, last: Integers) -> None:
        parent = nodes.parent[here]
        last[:, here] = last[:, parent]
        raw = self.move_of_step[nodes.step[here]]
        made = np.flatnonzero(raw >= 0)
        if len(made):
            group, before = groups[parent[made]], sets[parent[made]]
            move = np.array(self.offset)[before] + raw[made] - self.offers.start[group]
            last[self.players[group], here.start + made] = move

    def _set(self, group: int, before: int) -> int:
        found = self.known.get((group, before))
        if found is None:
            found = self.known[group, before] = len(self.groups)
            self.groups.append(group)
            self.before.append(before)
            size = int(self.offers.start[group + 1] - self.offers.start[group])
            self.offset.append(self.offset[-1] + size)
        return found

    def information(self) -> Information:
        """The sets in the order in which they were found."""
        groups = np.array(self.groups, dtype=np.int64)
        before = np.array(self.before, dtype=np.int64)
        moves, first, names = self.offset[-1], self.offers.start, self.offers.names
        return Information(
            self.players[groups],
            np.array(self.offset, dtype=np.int64),
            np.where(before < 0, moves - 1 - before, before),
            self.offers.example[groups],
            tuple(name for group in self.groups for name in names[int(first[group]) : int(first[group + 1])]),
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


def _offers(process: Process, space: StateSpace, sight: Sight, sets: Integers, players: Integers) -> Offers:
    """The moves of every group; SpecError where its states offer different ones."""
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
    moves = {choice: int(start[which]) + place for choice, (which, place) in slot.items()}
    return Offers(moves, start, names, example)


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


def _check_recall(
    space: StateSpace, sight: Sight, nodes: Nodes, groups: Integers, last: Integers, players: Integers
) -> None:
    """Histories that look alike and are in different states must agree on the player's last move before (E507)."""
    inner = np.flatnonzero(groups >= 0)
    which, states = groups[inner], nodes.state[inner]
    move = last[players[which], inner]
    first, state = np.full(len(players), -1, dtype=np.int64), np.full(len(players), -1, dtype=np.int64)
    first[which[::-1]], state[which[::-1]] = move[::-1], states[::-1]
    several = np.zeros(len(players), dtype=np.bool_)
    several[which[states != state[which]]] = True
    wrong = np.flatnonzero(several[which] & (first[which] != move))
    if len(wrong):
        one, other = int(inner[np.argmax(which == which[wrong[0]])]), int(inner[wrong[0]])
        raise _forgotten(space, sight.players[players[which[wrong[0]]]], nodes, one, other)


def _order(found: Information) -> Integers:
    """Sets by player, then by how many sets of his own lie before them."""
    depth = np.zeros(found.count, dtype=np.int64)
    inner = found.before < found.moves
    while True:
        deeper = depth.copy()
        deeper[inner] = depth[found.owner[found.before[inner]]] + 1
        if (deeper == depth).all():
            return np.lexsort((np.arange(found.count), depth, found.player))
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
