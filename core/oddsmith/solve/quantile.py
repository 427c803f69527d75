"""`smallest k with P [F<=k goal] >= q` -> the number of steps, by walking and halving.

P(F<=k goal) never falls as k grows. We walk 1, 2, 4, … steps at a time until the comparison changes, then halve the
last stride. Only the vector at its beginning is kept.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from fractions import Fraction

from oddsmith.process.question import Quantile, Question
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.columns import carried, probability_column, spanned
from oddsmith.solve.conditions import constant
from oddsmith.solve.decided import Sides
from oddsmith.solve.desk import Desk, swapped
from oddsmith.solve.paths import Until, bounded, unbounded, until
from oddsmith.solve.request import Column, Finding, Numbers, Request, Solved, Work
from oddsmith.solve.solution import Status

MOST_STEPS = 20_000_000
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True)
class _Place:
    """Where the walk is: after `steps` steps, with these values."""

    steps: int
    columns: tuple[Column, ...]
    truth: bool | None


@dataclass(frozen=True)
class Crossing:
    """What a quantile comes down to: the first k with P(F<=k goal) > level (or >=)."""

    which: str
    rising: bool
    """Whether it is the asked comparison that holds from there on, not its opposite."""
    operator: str
    level: Fraction

    @classmethod
    def of(cls, query: Quantile, negated: bool) -> Crossing:
        """`negated`: the path stays in something, so the probability of leaving it is looked at."""
        level, operator = constant(query.level, "the level"), query.operator
        if negated:
            level, operator = 1 - level, MIRRORED[operator]
        rising = operator in (">", ">=")
        return cls(query.which, rising, operator if rising else OPPOSITE[operator], level)

    def result(self, first: Bounded) -> Bounded:
        """The asked number from the first k (infinite: never)."""
        if self.rising:
            if self.which == "smallest":
                return first
            return Bounded.of(-math.inf if first.lower == math.inf else math.inf)
        if self.which == "smallest":
            return Bounded.of(math.inf) if first.upper == 0 else Bounded.of(Fraction(0))
        if first.upper == 0:
            return Bounded.of(-math.inf)
        exact = first.exact - 1 if first.exact is not None else None
        return Bounded(first.value - 1, first.lower - 1, first.upper - 1, exact)


def quantile(desk: Desk, question: Question, query: Quantile) -> Work:
    """The number of steps; infinite where there is no such (largest) number, minus infinity where no number will do."""
    form = until(desk, replace(query.path, bound=None))
    optimum = swapped(query.optimum) if form.negated else query.optimum
    side = desk.sides(optimum, None, question)
    crossing = Crossing.of(query, form.negated)
    first = yield from _first(desk, form, side, crossing.operator, crossing.level)
    method = "strides of 1, 2, 4, … steps, the last one halved"
    return Finding(crossing.result(first), method, _status(first))


def _status(first: Bounded) -> Status:
    return Status.DONE if first.lower == first.upper else Status.LOOSE


def _first(desk: Desk, form: Until, side: Sides | None, operator: str, level: Fraction) -> Numbers:
    """The first k with P(F<=k) > level (or >=), with bounds where the comparison cannot be decided."""
    (ever,) = yield [unbounded(desk, form, side)]
    if ever.at(desk.initial).holds(operator, level) is False:
        return Bounded.of(math.inf)
    start = (probability_column(desk.space.transitions, form.goal),)
    now = Bounded.of(Fraction(int(form.goal[desk.initial]))).holds(operator, level)
    place = _Place(0, start, now)
    if now is not True:
        place = yield from _walk(desk, form, side, operator, level, place, surely=False)
    lowest = place.steps
    if place.truth is None:
        place = yield from _walk(desk, form, side, operator, level, place, surely=True)
    if place.truth is True and place.steps == lowest:
        return Bounded.of(Fraction(lowest))
    highest = float(place.steps) if place.truth is True else math.inf
    return Bounded(float(lowest), float(lowest), highest)


def _walk(
    desk: Desk, form: Until, side: Sides | None, operator: str, level: Fraction, begin: _Place, surely: bool
) -> Generator[list[Request], list[Solved], _Place]:
    """The first place at which the comparison holds surely, or (not `surely`) is not surely false."""

    def arrived(place: _Place) -> bool:
        return place.truth is True or (place.truth is None and not surely)

    def ahead(place: _Place, stride: int) -> Generator[list[Request], list[Solved], _Place]:
        (solved,) = yield [bounded(desk, form, side, stride, place.columns)]
        truth = spanned(solved, desk.initial, len(place.columns)).holds(operator, level)
        columns = carried(desk.space.transitions, solved, len(place.columns))
        return _Place(place.steps + stride, columns, truth)

    stride = 1
    place, goal = begin, begin
    while not arrived(goal):
        if goal.steps >= MOST_STEPS:
            return goal
        place = goal
        goal = yield from ahead(place, stride)
        stride *= 2
    while goal.steps - place.steps > 1:
        middle = yield from ahead(place, (goal.steps - place.steps) // 2)
        place, goal = (place, middle) if arrived(middle) else (middle, goal)
    return goal
