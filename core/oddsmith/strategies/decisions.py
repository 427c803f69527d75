"""A found strategy -> what may be done in each state in which it decides, as bits of few options."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.solve.strategy import Found
from oddsmith.source import Diagnostic, SpecError
from oddsmith.strategies.fit import Masks
from oddsmith.strategies.words import Words

MOST_OPTIONS = 60
MOST_SPELLED = 100_000
"""Decisions whose chosen values are looked up one by one."""


@dataclass(frozen=True)
class Decisions:
    """The states that matter, and the options there."""

    found: Found
    states: NDArray[np.int64]
    options: tuple[str, ...]
    """All moves that can be made in any of the states."""
    option: NDArray[np.int64]
    """[m]; the option of each choice of the space; -1: none of these states has it."""
    chosen: NDArray[np.int64]
    """What the strategy does."""
    allowed: Masks
    """What it may do: that, and the ties."""
    possible: Masks
    """What can be done at all."""

    def choices(self, options: NDArray[np.int64]) -> NDArray[np.int64]:
        """The strategy that takes these options in the states, and else what it always took; -1: not possible."""
        strategy = self.found.strategy
        wanted = np.full(strategy.space.size, -1, dtype=np.int64)
        wanted[self.states] = options
        owner = strategy.space.transitions.owner
        fits = np.flatnonzero((self.option == wanted[owner]) & (wanted[owner] >= 0))[::-1]
        result = strategy.choice.copy()
        result[self.states] = -1
        result[owner[fits]] = fits
        return result


def decisions_of(found: Found, words: Words, states: NDArray[np.int64], ties: bool = True) -> Decisions:
    """The decisions in these states; without `ties` nothing but what was chosen is allowed."""
    strategy = found.strategy
    stored, space = strategy.space.transitions, strategy.space
    mine = np.zeros(space.size, dtype=np.bool_)
    mine[states] = True
    places = np.flatnonzero(mine[stored.owner])
    option = np.full(stored.choices, -1, dtype=np.int64)
    names: dict[str, int] = {}
    sums = [bool(summand.sums) for summand in words.process.summands]
    if any(sums[s] for s in np.unique(space.summand[places]).tolist() if s >= 0 and words.names):
        if len(states) > MOST_SPELLED:
            raise _refusal(f"{len(states):,} decisions with chosen values are too many to be spelled")
        for state in states.tolist():
            low = int(stored.starts[state])
            for place, move in enumerate(words.moves(space, state)):
                option[low + place] = names.setdefault(str(move), len(names))
    else:
        for summand in np.unique(space.summand[places]).tolist():
            number = names.setdefault(words.name(space, summand), len(names))
            option[places[space.summand[places] == summand]] = number
    if len(names) > MOST_OPTIONS:
        raise _refusal(f"{len(names):,} different moves are too many to be explained (at most {MOST_OPTIONS})")
    allowed, possible = np.zeros(space.size, dtype=np.int64), np.zeros(space.size, dtype=np.int64)
    np.bitwise_or.at(possible, stored.owner[places], np.int64(1) << option[places])
    good = places[strategy.mask[places] | (found.ties.choice[places] if ties else False)]
    np.bitwise_or.at(allowed, stored.owner[good], np.int64(1) << option[good])
    chosen = option[strategy.choice[states]]
    return Decisions(found, states, tuple(names), option, chosen, allowed[states], possible[states])


def _refusal(message: str) -> SpecError:
    return SpecError([Diagnostic("E847", message, fix="write it down instead: `pipeline strategy`")])
