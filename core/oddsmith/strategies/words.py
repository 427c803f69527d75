"""Choices of a state space -> the moves they are, in the words of the spec: `leave`, `bet k=2`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.expr.evaluate import Compiler
from oddsmith.kernel.kernel import Kernel, Rows
from oddsmith.process.layout import layout_of
from oddsmith.process.moves import move_names
from oddsmith.process.process import Process
from oddsmith.space.space import StateSpace

END = "end of the game"
Values = tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """One choice: a command and the values that are chosen in it."""

    name: str
    action: str
    values: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.values)])


@dataclass(frozen=True)
class Words:
    """Speaks of one process. `kernel` is asked only where choices with the same effect were stored once."""

    process: Process
    kernel: Callable[[], Kernel]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of each command."""
        return move_names(self.process)

    def move(self, space: StateSpace, choice: int) -> Move:
        """What this choice of the space is."""
        summand = int(space.summand[choice])
        if summand < 0:
            return Move(END, "")
        if not self._sums(summand):
            return Move(self.name(space, summand), self.action(space, summand))
        state = int(space.transitions.owner[choice])
        first = int(space.transitions.starts[state])
        return self.moves(space, state)[choice - first]

    def name(self, space: StateSpace, summand: int) -> str:
        """A space that was read from a file has actions and no commands."""
        return self.names[summand] if self.names else space.actions[summand] or f"choice {summand}"

    def action(self, space: StateSpace, summand: int) -> str:
        return self.process.summands[summand].action if self.names else space.actions[summand]

    def moves(self, space: StateSpace, state: int) -> list[Move]:
        """All choices of a state, in order."""
        low, high = (int(x) for x in space.transitions.starts[state : state + 2])
        summands = space.summand[low:high].tolist()
        if not any(self._sums(number) for number in summands):
            return [self.move(space, choice) for choice in range(low, high)]
        found = list(self._enabled(space, state))
        if len(found) > len(summands):
            found = [found[place] for place in self._different(space.rows[state])]
        return [self._move(number, values) for number, values in found]

    def _sums(self, summand: int) -> bool:
        return bool(self.names) and summand >= 0 and bool(self.process.summands[summand].sums)

    def _move(self, number: int, values: Values) -> Move:
        summand = self.process.summands[number]
        named = tuple((s.name, value) for s, value in zip(summand.sums, values, strict=True))
        return Move(self.names[number], summand.action, named)

    @cached_property
    def _guards(self) -> list[Callable[[tuple[Any, ...]], Any]]:
        compiler = Compiler(layout_of(self.process))
        return [compiler.compile(s.guard, [one.name for one in s.sums]) for s in self.process.summands]

    def _enabled(self, space: StateSpace, state: int) -> Iterator[tuple[int, Values]]:
        """Commands with chosen values, in the order in which kernels list them."""
        values = space.encoding.unpack(space.rows[state])
        for number, summand in enumerate(self.process.summands):
            for chosen in product(*(s.values for s in summand.sums)):
                if self._guards[number]((*values, *chosen)):
                    yield number, chosen

    def _different(self, row: Rows) -> list[int]:
        """The places of the choices that were stored: of those with the same successors and gains, the first."""
        moves = self.kernel().expand(np.asarray(row, dtype=np.uint64).reshape(1, -1))
        ends = np.cumsum(moves.sizes)
        seen: dict[object, int] = {}
        for place, (low, high) in enumerate(zip(ends - moves.sizes, ends, strict=True)):
            steps: dict[bytes, float] = {}
            for t in range(int(low), int(high)):
                key = moves.targets[t].tobytes() + _bytes(moves.step_gains, t)
                steps[key] = steps.get(key, 0.0) + float(moves.weights[t])
            kept = frozenset((key, round(weight, 12)) for key, weight in steps.items() if weight > 0)
            seen.setdefault((kept, moves.gains[place].tobytes()), place)
        return list(seen.values())


def _bytes(gains: NDArray[np.float64] | None, place: int) -> bytes:
    return b"" if gains is None else gains[place].tobytes()
