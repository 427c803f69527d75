"""A recipe -> rounds on vectors that are spread over ranks along one axis of the box.

Layers that do not write the axis are swept where the cells lie. For the others slices of another axis, which they do
not write, pass through all ranks (`exchange`): every rank sweeps some of them, and sends them back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import NoRoundsError, Rounds
from oddsmith_plugins.solvers.petsc_parts.exchange import Exchange, ranges
from oddsmith_plugins.solvers.petsc_parts.kept import read_vector, write_vector
from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
from oddsmith_plugins.solvers.rounds_parts.box import Layout
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Seen, Vector
from oddsmith_plugins.solvers.rounds_parts.program import Program


@dataclass(frozen=True)
class Leg:
    """Layers that are swept one after the other: at home, or on slices of an axis."""

    axis: int | None
    places: tuple[int, ...]


def spread_axis(rounds: Rounds, ranks: int) -> int:
    """The axis to spread: one that few layers write, and a long one; the same for any number of ranks.

    NoRoundsError if so many ranks cannot share the box.
    """
    sizes = [len(axis.values) for axis in rounds.axes]
    if not sizes:
        raise NoRoundsError("nothing but the turn is remembered: there is no vector to work on")
    writers = [sum(axis in layer.writes for layer in rounds.layers) for axis in range(len(sizes))]
    found = min(range(len(sizes)), key=lambda axis: (writers[axis], -sizes[axis]))
    if sizes[found] < ranks:
        name = rounds.axes[found].name
        raise NoRoundsError(f"{ranks} ranks cannot share the {sizes[found]} values of {name}: start fewer of them")
    if ranks > 1 and any(len(layer.writes) == len(sizes) for layer in rounds.layers):
        raise NoRoundsError("a turn writes every parameter: ranks cannot share its work")
    return found


@dataclass
class SpreadOperator(Operator):
    """Each rank has a range of one axis, and all of the others."""

    team: RankTeam = field(kw_only=True)
    exchanges: dict[int, Exchange] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        rounds = self.recipe.rounds
        self.axis = spread_axis(rounds, self.team.size)
        sizes = self.layout.sizes
        order = (self.axis, *(axis for axis in self.layout.order if axis != self.axis))
        self.whole = Layout(sizes, order, 0, sizes[self.axis])
        self.layout = Layout(sizes, order, *ranges(sizes[self.axis], self.team.size)[self.team.rank])

    @property
    def length(self) -> int:
        """With the gap behind the last cell: then all ranks' numbers together do not depend on how many there are."""
        return (self.layout.last - self.layout.first) * self.layout.strides[self.axis]

    @property
    def moved(self) -> int:
        """Bytes that this rank sends in a round."""
        legs = self.legs(tuple(reversed(range(self.layers))))
        return sum(self._exchange(leg.axis).moved for leg in legs if leg.axis is not None)

    def own_program(self, place: int) -> Program:
        return self._program(place, next(self.legs((place,))).axis)

    def _program(self, place: int, axis: int | None) -> Program:
        """At home, or on slices of an axis."""
        if axis is not None:
            return self.program(place, self._exchange(axis).away, axis)
        return self.program(place, self.whole, self.axis if self.team.size > 1 else None)

    def _exchange(self, axis: int) -> Exchange:
        if axis not in self.exchanges:
            size = self.kind().itemsize * self.layout.strides[self.axis]
            self.context.need(size, "a slice of the box")
            self.exchanges[axis] = Exchange(self.team, self.layout, axis)
        return self.exchanges[axis]

    def layer(self, place: int, x: Vector, unit: float) -> None:
        self._sweep(x, unit, [(0, place)], np.zeros((1, self.layers)))

    def sweep_rounds(self, x: Vector, unit: float, count: int) -> list[Seen]:
        seen = np.zeros((count, self.layers))
        self._sweep(x, unit, [(n, place) for n in range(count) for place in reversed(range(self.layers))], seen)
        self.team.add(seen)
        found: list[Seen] = seen.tolist()
        return found

    def at_start(self, x: Vector) -> float:
        place = self.layout.place(self.start)
        return self.team.join(0.0 if place is None else float(x[place]), "sum")

    def _sweep(self, x: Vector, unit: float, steps: list[tuple[int, int]], seen: NDArray[np.float64]) -> None:
        """Layers of rounds; what is seen at the initial cell is put down by the rank that has it."""
        done = 0
        for leg in self.legs(tuple(place for _, place in steps)):
            mine = steps[done : done + len(leg.places)]
            done += len(mine)
            if leg.axis is None:
                self._stretch(None, self.layout, x, unit, mine, seen)
                continue
            exchange = self._exchange(leg.axis)
            for step in range(exchange.steps):
                self.context.check()
                low, high = exchange.fetch(x, step)
                if low < high:
                    piece = Layout(exchange.away.sizes, exchange.away.order, low, high)
                    self._stretch(leg.axis, piece, exchange.buffer, unit, mine, seen)
                exchange.give(x, step)

    def _stretch(
        self,
        axis: int | None,
        layout: Layout,
        x: Vector,
        unit: float,
        steps: list[tuple[int, int]],
        seen: NDArray[np.float64],
    ) -> None:
        """Layers of one leg, on what is here."""
        start = layout.place(self.start)
        whole = axis is None and self.team.size == 1
        for number, place in steps:
            span = None if whole else (layout.first, layout.last)
            self.range(self._program(place, axis), layout, x, unit, span)
            if start is not None:
                seen[number, place] = x[start]

    def legs(self, places: tuple[int, ...]) -> Iterator[Leg]:
        """Away as seldom as can be: once there, layers are swept there up to the last one that cannot be at home."""
        if self.team.size == 1:
            yield Leg(None, places)
            return
        while places:
            count = _run(self._writes(place, self.axis) for place in places)
            axis = None
            if not count:
                axis = max(self.layout.order[1:], key=lambda axis: self._away(places, axis))
                count = self._away(places, axis)[0]
            yield Leg(axis, places[:count])
            places = places[count:]

    def _away(self, places: tuple[int, ...], axis: int) -> tuple[int, bool, int]:
        """How many layers slices of this axis serve, whether all ranks get some, and how long their runs are."""
        run = _run(self._writes(place, axis) for place in places)
        count = max((k + 1 for k in range(run) if self._writes(places[k], self.axis)), default=0)
        return count, self.layout.sizes[axis] >= self.team.size, self.layout.strides[axis]

    def _writes(self, place: int, axis: int) -> bool:
        return axis in self.recipe.rounds.layers[place].writes

    def write(self, path: Path, x: Vector) -> None:
        write_vector(path, x, self.team)

    def read(self, path: Path, x: Vector) -> None:
        read_vector(path, x, self.team)


def _run(stops: Iterator[bool]) -> int:
    """How many come before the first that is true."""
    count = 0
    for stop in stops:
        if stop:
            break
        count += 1
    return count
