"""What is looked for in a game -> objects that watch an interpreted game for it: the rules of `seen`, in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nan
from typing import Any

from oddsmith.plugin import Compiler
from oddsmith_plugins.solvers.simulation_parts.seen import Gathered, Instant, Observable, PathSeen

State = tuple[Any, ...]
Closure = Callable[[State], Any]


@dataclass
class PathWatcher:
    """See PathSeen."""

    seen: PathSeen
    right: Closure
    left: Closure | None
    open: bool = True
    value: float = nan

    def arrive(self, k: int, state: State) -> None:
        if k >= self.seen.low and self.right(state):
            self._close(k if self.seen.timed else float(not self.seen.negated))
        elif (self.left is not None and not self.left(state)) or (self.seen.high is not None and k >= self.seen.high):
            self._miss()

    def move(self, k: int, state: State, gains: Sequence[Fraction]) -> None:
        """Nothing is gained."""

    def repeat(self, since: int) -> None:
        if self.seen.high is None and since >= self.seen.low:
            self._miss()

    def _miss(self) -> None:
        self._close(inf if self.seen.timed else float(self.seen.negated))

    def _close(self, value: float) -> None:
        self.open, self.value = False, value


@dataclass
class GainWatcher:
    """See Gathered."""

    seen: Gathered
    goal: Closure | None
    states: Closure | None
    open: bool = True
    value: float = nan
    total: Fraction = Fraction(0)
    last: tuple[int, Fraction] = (-1, Fraction(0))

    def arrive(self, k: int, state: State) -> None:
        reached = self.goal is not None and self.goal(state)
        if reached or (self.goal is None and self.seen.steps is not None and k >= self.seen.steps):
            self._close(float(self.total))

    def move(self, k: int, state: State, gains: Sequence[Fraction]) -> None:
        if self.states is not None:
            amount = Fraction(bool(self.states(state)))
        else:
            amount = gains[self.seen.gain] if self.seen.gain >= 0 else Fraction(1)
        self.total += amount
        if amount:
            self.last = k, amount

    def repeat(self, since: int) -> None:
        if self.goal is not None:
            self._close(inf)
        elif self.seen.steps is None:
            ever = self.last[0] >= since
            self._close((inf if self.last[1] > 0 else -inf) if ever else float(self.total))

    def _close(self, value: float) -> None:
        self.open, self.value = False, value


@dataclass
class InstantWatcher:
    """See Instant."""

    seen: Instant
    gain: Closure
    open: bool = True
    value: float = nan

    def arrive(self, k: int, state: State) -> None:
        if k >= self.seen.steps:
            self.open, self.value = False, float(self.gain(state))

    def move(self, k: int, state: State, gains: Sequence[Fraction]) -> None:
        """Nothing adds up."""

    def repeat(self, since: int) -> None:
        """The number of moves is given, so the game goes on."""


Watcher = PathWatcher | GainWatcher | InstantWatcher


def maker(seen: Observable, compiler: Compiler, states: Sequence[Closure]) -> Callable[[], Watcher]:
    """A function that makes a watcher for a new game; `states` are the state gains."""
    if isinstance(seen, PathSeen):
        right = compiler.compile(seen.right)
        left = None if seen.left is None else compiler.compile(seen.left)
        return lambda: PathWatcher(seen, right, left)
    if isinstance(seen, Gathered):
        goal = None if seen.goal is None else compiler.compile(seen.goal)
        counted = None if seen.states is None else compiler.compile(seen.states)
        return lambda: GainWatcher(seen, goal, counted)
    gain = states[seen.gain] if seen.gain >= 0 else lambda state: 1
    return lambda: InstantWatcher(seen, gain)
