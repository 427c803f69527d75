"""An explored game -> its decisions, one per state: who takes part, what each can choose, which choice follows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Process, StateSpace, UnsuitableError, components
from oddsmith_plugins.solvers.stage_games_parts.crowd import Counts, histograms
from oddsmith_plugins.solvers.stage_games_parts.prepare import CROWD, JOINT, Decoder

Values = tuple[int, ...]


@dataclass(frozen=True)
class Decision:
    """What is decided in a state by the players together (one of them where only one decides)."""

    state: int
    players: tuple[int, ...]
    options: tuple[tuple[Values, ...], ...]
    """Of each player: the values that can be chosen."""
    choice: dict[tuple[int, ...], int]
    """The choice of the space by the numbers of the players' options."""


@dataclass(frozen=True)
class CrowdDecision:
    """What each of `size` players who are all alike decides in a state."""

    state: int
    player: int
    size: int
    options: tuple[Values, ...]
    choice: dict[tuple[int, Counts], int]
    """The choice of the space by one's own option and how many others take each."""


class Board:
    """A space with its decisions, in an order in which every state comes after those it leads to."""

    def __init__(self, process: Process, space: StateSpace) -> None:
        self.process, self.space = process, space
        self.decoders = [Decoder(summand) if summand.parties else None for summand in process.summands]
        self.joint: NDArray[np.float64] = space.gains[JOINT].choice
        self.crowd: NDArray[np.float64] = space.gains[CROWD].choice

    @cached_property
    def ends(self) -> NDArray[np.bool_]:
        """States that lead to themselves alone."""
        stored = self.space.transitions
        sizes = np.diff(stored.row_start[stored.starts])
        first = stored.column[stored.row_start[stored.starts[:-1]]]
        ends: NDArray[np.bool_] = (sizes == 1) & (first == np.arange(stored.size))
        return ends

    @cached_property
    def order(self) -> list[int]:
        """All states but the ends, those that others lead to first."""
        stored = self.space.transitions
        found = components(stored, ~self.ends)
        source = np.repeat(stored.owner, np.diff(stored.row_start))
        looping = source[(stored.column == source) & ~self.ends[source]]
        if found.is_acyclic and not len(looping):
            return [int(state) for state in found.order]
        if len(looping):
            state = int(looping[0])
        else:
            sizes = np.bincount(found.number[found.number >= 0])
            state = int(np.argmax((found.number >= 0) & (sizes[np.maximum(found.number, 0)] > 1)))
        where = self.space.describe(state)
        raise UnsuitableError(
            f"the game can come back to the same state ({where}), and players who decide at the same time are only "
            "solved where it cannot; count the rounds in a variable, and end the game after some of them"
        )

    def decision(self, state: int) -> Decision | CrowdDecision | None:
        """None: nobody decides."""
        starts = self.space.transitions.starts
        choices = range(int(starts[state]), int(starts[state + 1]))
        summand = self.process.summands[int(self.space.summand[choices[0]])]
        if not summand.parties:
            if len(choices) == 1:
                return None
            owner = -1 if self.space.player is None else int(self.space.player[state])
            options = tuple((number,) for number in range(len(choices)))
            return Decision(state, (owner,), (options,), {(i,): j for i, j in enumerate(choices)})
        decoder = self.decoders[int(self.space.summand[choices[0]])]
        assert decoder is not None
        chosen = {j: decoder(round(self.joint[j])) for j in choices}
        numbers = {name: number for number, name in enumerate(self.process.players)}
        if summand.parties[0].among is not None:
            return self._crowd(state, chosen, numbers[summand.parties[0].player])
        options = tuple(
            tuple(dict.fromkeys(tuple(values[name] for name in party.choices) for values in chosen.values()))
            for party in summand.parties
        )
        places = [{values: number for number, values in enumerate(one)} for one in options]
        table: dict[tuple[int, ...], int] = {}
        for j, values in chosen.items():
            own = (tuple(values[name] for name in party.choices) for party in summand.parties)
            table[tuple(place[one] for place, one in zip(places, own, strict=True))] = j
        assert len(table) == len(list(product(*options))), "conditions on choices are each player's own"
        return Decision(state, tuple(numbers[party.player] for party in summand.parties), options, table)

    def _crowd(self, state: int, chosen: dict[int, dict[str, int]], player: int) -> CrowdDecision:
        first = next(iter(chosen))
        summand = self.process.summands[int(self.space.summand[first])]
        party, size = summand.parties[0], round(self.crowd[first])
        values = next(s.values for s in summand.sums if s.name == party.choices[0])
        can = [v for v in values if any(one[party.choices[0]] == v for one in chosen.values())]
        kept = [number for number, v in enumerate(values) if v in can]
        by_values: dict[tuple[int, Counts], int] = {}
        for j, one in chosen.items():
            others = tuple(one[name] for name in party.others)
            whole = (size - 1 - sum(others), *others)
            by_values[one[party.choices[0]], whole] = j
        table: dict[tuple[int, Counts], int] = {}
        for own, value in enumerate(can):
            for counts in histograms(len(can), size - 1):
                spread = [0] * len(values)
                for place, count in zip(kept, counts, strict=True):
                    spread[place] = count
                table[own, counts] = by_values[value, tuple(spread)]
        return CrowdDecision(state, player, size, tuple((v,) for v in can), table)
