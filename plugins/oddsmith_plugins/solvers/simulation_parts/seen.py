"""What is looked for in a game -> lines of the game loop that watch for it, and one number per game.

Each observable number n has the locals s{n} (1 while it is open) and v{n} (its value so far). In the loop, k counts
moves; `since` is the move from which on the game repeats itself when that was noticed; `endless` is infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from oddsmith.plugin import Expr

Holds = Callable[[Expr], str]
"""The text of a call that says whether a condition holds."""


@dataclass(frozen=True)
class PathSeen:
    """1 if `left U[low, high] right` happens, else 0 (turned round where negated); or, timed, when it happens."""

    right: Expr
    left: Expr | None = None
    low: int = 0
    high: int | None = None
    negated: bool = False
    timed: bool = False

    @property
    def endless(self) -> bool:
        """Whether it may stay open for ever."""
        return self.high is None

    def hit(self, n: int) -> str:
        return f"v{n} = f64(k)" if self.timed else f"v{n} = {0.0 if self.negated else 1.0}"

    def miss(self, n: int) -> str:
        return f"v{n} = endless" if self.timed else f"v{n} = {1.0 if self.negated else 0.0}"

    def conditions(self) -> tuple[Expr, ...]:
        return (self.right,) if self.left is None else (self.right, self.left)

    def arrive(self, n: int, holds: Holds) -> Sequence[str]:
        when = f"k >= {self.low} and {holds(self.right)}" if self.low else holds(self.right)
        lines = [f"if {when}:", f"    s{n} = 0", f"    {self.hit(n)}"]
        if self.left is not None:
            lines += [f"elif not {holds(self.left)}:", f"    s{n} = 0", f"    {self.miss(n)}"]
        if self.high is not None:
            lines += [f"elif k >= {self.high}:", f"    s{n} = 0", f"    {self.miss(n)}"]
        return lines

    def move(self, n: int) -> Sequence[str]:
        return ()

    def repeat(self, n: int) -> Sequence[str]:
        if self.high is not None:
            return ()
        closed = [f"s{n} = 0", self.miss(n)]
        return [f"if since >= {self.low}:", *(f"    {line}" for line in closed)] if self.low else closed


@dataclass(frozen=True)
class Gathered:
    """The sum of a gain: up to a goal, of so many moves, or for ever."""

    gain: int
    """The number of the reward (-1: 1 per move), unless `states` are counted."""
    goal: Expr | None = None
    steps: int | None = None
    states: Expr | None = None

    @property
    def endless(self) -> bool:
        return self.steps is None

    def conditions(self) -> tuple[Expr, ...]:
        return tuple(c for c in (self.goal, self.states) if c is not None)

    def arrive(self, n: int, holds: Holds) -> Sequence[str]:
        lines: list[str] = []
        if self.goal is not None:
            lines += [f"if {holds(self.goal)}:", f"    s{n} = 0"]
        elif self.steps is not None:
            lines += [f"if k >= {self.steps}:", f"    s{n} = 0"]
        if self.states is not None:
            lines += [f"h{n} = f64(i64({holds(self.states)}))"]
        return lines

    def move(self, n: int) -> Sequence[str]:
        amount = f"h{n}" if self.states is not None else f"t{self.gain}" if self.gain >= 0 else "1.0"
        lines = [f"v{n} = v{n} + {amount}"]
        if self.goal is None and self.steps is None:
            lines += [f"if {amount} != 0.0:", f"    l{n} = k", f"    g{n} = {amount}"]
        return lines

    def repeat(self, n: int) -> Sequence[str]:
        if self.goal is not None:
            return [f"s{n} = 0", f"v{n} = endless"]
        if self.steps is not None:
            return ()
        infinite = f"v{n} = endless if g{n} > 0.0 else -endless"
        return [f"s{n} = 0", f"if l{n} >= since:", f"    {infinite}"]


@dataclass(frozen=True)
class Instant:
    """The state gain after so many moves."""

    gain: int
    steps: int
    endless = False

    def conditions(self) -> tuple[Expr, ...]:
        return ()

    def arrive(self, n: int, holds: Holds) -> Sequence[str]:
        value = f"gain_{self.gain}(row, book)" if self.gain >= 0 else "1.0"
        return [f"if k >= {self.steps}:", f"    s{n} = 0", f"    v{n} = {value}"]

    def move(self, n: int) -> Sequence[str]:
        return ()

    def repeat(self, n: int) -> Sequence[str]:
        return ()


Observable = PathSeen | Gathered | Instant
