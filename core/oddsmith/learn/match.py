"""A game tree -> what a learner needs to know of it: who can do what, what looks alike, what is gained.

Persons are not players: a person sits down at the seat of a player, and after a hand everybody may move on by a seat.
Two groupings of what can happen make learning possible, and neither knows any game by name:

- a *situation* is all information sets in which the same moves can be made with the same private values (what the
  player sees and somebody else does not): a person is expected to do the same in all of them, at whatever seat;
- plays *look alike* to a player if he made the same moves and sees the same at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.tree.measure import reward_payoff
from oddsmith.tree.plays import Plays
from oddsmith.tree.tree import GameTree, Integers, Vector

Seats = tuple[int, ...]
"""The seat (the number of a player of the tree) of every person."""
Values = tuple[int, ...]
Line = tuple[str, ...]
Made = TypeVar("Made")


@dataclass(frozen=True)
class Situation:
    """What a person may do with these private values."""

    moves: tuple[str, ...]
    private: Values


@dataclass(frozen=True)
class Match:
    """The game that is played, the persons who play it, and what is known of all plays before any is played."""

    tree: GameTree
    persons: tuple[str, ...]
    """The learner is the first of them."""
    habits: tuple[Vector, ...] = ()
    """[moves] of every other person: how each truly behaves at any seat. Only a learner that is told may look."""
    known: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was computed once for all games: see `once`."""

    def once(self, key: object, make: Callable[[], Made]) -> Made:
        """What `make` returns, computed when it is first asked for and then shared by all games of the match."""
        if key not in self.known:
            self.known[key] = make()
        found: Made = self.known[key]
        return found

    @cached_property
    def plays(self) -> Plays:
        return Plays.of(self.tree)

    @cached_property
    def payoffs(self) -> NDArray[np.float64]:
        """[players, leaves]: what each player wants."""
        return np.array([reward_payoff(self.tree, want or "") for want in self.tree.wants])

    @cached_property
    def coins(self) -> Vector:
        """[moves]: every move of an information set is as likely as the others."""
        return self.tree.information.uniform()

    @cached_property
    def mover(self) -> Integers:
        """[moves]: the player of every move."""
        return self.tree.information.player[self.tree.information.owner]

    @cached_property
    def paths(self) -> Integers:
        """[leaves, …]: all moves on the way to each leaf, the last first; filled up with the number of moves."""
        tree = self.tree
        node = tree.leaves.copy()
        found = []
        while (node > 0).any():
            parent = np.where(node > 0, tree.parent[node], 0)
            which = np.where(node > 0, tree.information_set[parent], -1)
            player = tree.information.player[which] if tree.information.count else which
            found.append(np.where(which >= 0, tree.last[player, node], tree.information.moves))
            node = parent
        empty = np.full((len(tree.leaves), 1), tree.information.moves)
        return np.ascontiguousarray(np.stack(found, axis=1)) if found else empty

    # --- what is private ----------------------------------------------------------------------------------------------

    @cached_property
    def hidden(self) -> tuple[tuple[int, ...], ...]:
        """For each player the parameters that he sees and somebody else does not."""
        everybody = frozenset.intersection(*(frozenset(seen) for seen in self.tree.visible))
        return tuple(tuple(place for place in seen if place not in everybody) for seen in self.tree.visible)

    def private(self, player: int, state: int) -> Values:
        """The values that only some see."""
        values = self.tree.space.encoding.unpack(self.tree.space.rows[state])
        return tuple(int(values[place]) for place in self.hidden[player])

    @cached_property
    def _dealt(self) -> tuple[tuple[Values, ...], Integers]:
        tree = self.tree
        unpacked = [tree.space.encoding.unpack(tree.space.rows[state]) for state in tree.state[tree.leaves].tolist()]
        dealt = [[tuple(int(v[place]) for place in places) for v in unpacked] for places in self.hidden]
        order = {values: number for number, values in enumerate(sorted({values for one in dealt for values in one}))}
        return tuple(order), np.array([[order[values] for values in one] for one in dealt], dtype=np.int64)

    @property
    def holdings(self) -> tuple[Values, ...]:
        """All private values that somebody may have at the end of a play, in order."""
        return self._dealt[0]

    @property
    def held(self) -> Integers:
        """[players, leaves]: which of them each player has in each play."""
        return self._dealt[1]

    # --- situations ---------------------------------------------------------------------------------------------------

    @cached_property
    def _situations(self) -> tuple[tuple[Situation, ...], Integers, Integers]:
        known = self.tree.information
        found: dict[Situation, int] = {}
        start: list[int] = [0]
        situation = np.empty(known.count, dtype=np.int64)
        cell = np.empty(known.moves, dtype=np.int64)
        for number in range(known.count):
            low, high = int(known.start[number]), int(known.start[number + 1])
            names = known.names[low:high]
            order = sorted(range(low, high), key=lambda move: known.names[move])
            private = self.private(int(known.player[number]), int(known.example[number]))
            key = Situation(tuple(sorted(names)), private)
            place = found.setdefault(key, len(found))
            if place + 1 == len(start):
                start.append(start[-1] + high - low)
            situation[number] = place
            cell[order] = start[place] + np.arange(high - low)
        return tuple(found), situation, cell

    @property
    def situations(self) -> tuple[Situation, ...]:
        return self._situations[0]

    @property
    def situation(self) -> Integers:
        """[sets]: the situation of every information set."""
        return self._situations[1]

    @property
    def cell(self) -> Integers:
        """[moves]: where each move stands in a vector over the moves of all situations."""
        return self._situations[2]

    @cached_property
    def starts(self) -> Integers:
        """Where the cells of each situation begin."""
        return np.concatenate(([0], np.cumsum([len(situation.moves) for situation in self.situations]))).astype(int)

    # --- lines of play ------------------------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> tuple[tuple[Line, ...], NDArray[np.int64]]:
        found: dict[Line, int] = {}
        number = np.empty((len(self.tree.players), len(self.tree.leaves)), dtype=np.int64)
        for player in range(len(self.tree.players)):
            for leaf, move in enumerate(self.plays.last[:, player].tolist()):
                number[player, leaf] = found.setdefault(self.line_to(move), len(found))
        return tuple(found), number

    @property
    def lines(self) -> tuple[Line, ...]:
        """All that a player may do in a hand: the names of his moves in their order."""
        return self._lines[0]

    @property
    def line(self) -> Integers:
        """[players, leaves]: the line of each player in each play."""
        return self._lines[1]

    def line_to(self, move: int) -> Line:
        """The names of a player's moves up to and with this one."""
        known = self.tree.information
        found: list[str] = []
        while move < known.moves:
            found.append(known.names[move])
            move = int(known.before[known.owner[move]])
        return tuple(reversed(found))

    # --- what looks alike ---------------------------------------------------------------------------------------------

    @cached_property
    def _endings(self) -> tuple[tuple[Integers, ...], NDArray[np.int64]]:
        """All classes of plays that look alike, and [players, leaves] the class of each."""
        tree = self.tree
        rows = tree.space.rows[tree.state[tree.leaves]]
        classes: list[Integers] = []
        number = np.empty((len(tree.players), len(tree.leaves)), dtype=np.int64)
        for player, seen in enumerate(tree.visible):
            columns = [tree.space.encoding.column(rows, place) for place in seen]
            view = np.stack([*columns, tree.last[player, tree.leaves]], axis=1)
            _, inverse = np.unique(view, axis=0, return_inverse=True)
            inverse = inverse.reshape(-1)
            number[player] = len(classes) + inverse
            order = np.argsort(inverse, kind="stable")
            classes += np.split(order, np.cumsum(np.bincount(inverse))[:-1])
        return tuple(classes), number

    def alike(self, player: int, leaf: int) -> Integers:
        """The plays (as numbers of leaves) that look to the player like the one that ends at this leaf."""
        classes, number = self._endings
        return classes[int(number[player, leaf])]

    @cached_property
    def _owners(self) -> Integers:
        """[leaves, …]: the information sets on the way."""
        return np.append(self.tree.information.owner, -1)[self.paths]

    def beyond(self, information_set: int) -> Integers:
        """The plays that pass through an information set: what is possible for a player who has to decide there."""
        return np.flatnonzero((self._owners == information_set).any(axis=1))

    # --- persons at seats ---------------------------------------------------------------------------------------------

    def seated(self, behaviours: Sequence[Vector], seats: Seats) -> Vector:
        """[moves]: everybody behaves at his seat as his own behaviour (over all moves) says; the learner by coin."""
        found = self.coins.copy()
        for behaviour, seat in zip(behaviours, seats[1:], strict=True):
            mine = self.mover == seat
            found[mine] = behaviour[mine]
        return found


@dataclass(frozen=True)
class Turn:
    """The learner has to decide."""

    seats: Seats
    information_set: int
    moves: range
    """What can be done: numbers of moves."""
    chance: float
    """A random number from 0 up to 1, for those who want to mix."""


@dataclass(frozen=True)
class Ending:
    """A hand is over."""

    seats: Seats
    leaves: Integers
    """All plays that look to the learner like what happened: what is not shown may have been any of them."""
    gain: float
