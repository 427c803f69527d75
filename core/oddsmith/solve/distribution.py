"""`dist{reward} [F goal]` -> the probability of every total, with bounds, and how much is left."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.reach import Mask, can_reach
from oddsmith.process.question import Distribution, Question
from oddsmith.solve import chain
from oddsmith.solve.answer import Spread
from oddsmith.solve.conditions import refuse
from oddsmith.solve.desk import Desk
from oddsmith.solve.levels import TINY, Ring, Staircase
from oddsmith.solve.levels_solved import Ladder
from oddsmith.solve.request import Finding, Request, Solved, Work
from oddsmith.solve.solution import Status
from oddsmith.solve.step_gains import StepGain, step_gain

TAIL = 1e-12
"""Values are listed until the rest is less probable than this part of the whole."""
MOST_LEVELS = 1_000_000
EXACT_WORK = 300_000
"""Transitions times levels up to which a finite distribution is computed in fractions too."""


@dataclass
class Found:
    """The values found so far."""

    support: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    exact: list[Fraction] = field(default_factory=list)

    def add(self, level: int, bounds: tuple[float, float, float], exact: Fraction | None = None) -> None:
        """Value, lower and upper bound of a level; levels without probability are left out."""
        if bounds[2] > 0 and bounds[0] > 0:
            self.support.append(level)
            for numbers, number in zip((self.value, self.lower, self.upper), bounds, strict=True):
                numbers.append(number)
            if exact is not None:
                self.exact.append(exact)

    def spread(self, tail: float) -> Spread:
        whole = math.fsum(self.value)
        mean = math.fsum(k * p for k, p in zip(self.support, self.value, strict=True)) / whole if whole else None
        complete = self.exact if len(self.exact) == len(self.support) and tail == 0 else None
        return Spread(
            tuple(self.support), tuple(self.value), tuple(self.lower), tuple(self.upper),
            None if complete is None else tuple(complete), mean, tail,
        )  # fmt: skip


def distribution(desk: Desk, question: Question, query: Distribution) -> Work:
    """All values of the reward at the goal; paths that miss the goal count for none."""
    desk.chain_only(question, "a distribution")
    goal = desk.truth(query.goal)
    gain = step_gain(desk.space, query.reward)
    (reached,) = yield [replace(chain.reach(desk.structure, goal, None, desk.initial), whole=True)]
    alive = can_reach(desk.structure.back, goal) & ~goal
    stairs = Staircase.of(desk.space.transitions, _whole(gain, goal, alive, question), goal, alive)
    n, rows = desk.space.size, stairs.highest + 1
    desk.context.need(16 * n * rows, "the distribution", "ask for a reward with smaller gains")
    found = Found()
    if stairs.flat.is_acyclic:
        tail = _swept(desk, stairs, reached, found)
        method = f"level by level up to {found.support[-1] if found.support else 0}"
    else:
        tail = yield from _solved(desk, stairs, reached, found)
        method = f"{reached.solution.method}, level by level up to {found.support[-1] if found.support else 0}"
    whole = reached.at(desk.initial).upper
    status = Status.DONE if tail <= max(TAIL * whole, TINY) else Status.LOOSE
    rest = f", rest below {tail:.1g}" if tail else ""
    return Finding(found.spread(tail), method + rest, status)


def _whole(gain: StepGain, goal: Mask, alive: Mask, question: Question) -> NDArray[np.int64]:
    """The gains as whole numbers; 0 for transitions that do not lead to the goal."""
    transitions = gain.transitions
    source = np.repeat(np.arange(transitions.size), np.diff(transitions.row_start))
    counts = alive[source] & (alive | goal)[transitions.column]
    value = np.where(counts, gain.value, 0.0)
    if (value < 0).any() or (value != np.floor(value)).any() or (value > 1e9).any():
        raise refuse(
            "E503",
            "a distribution needs gains that are whole numbers and not negative",
            question.span,
            f"some transition gains {value[(value < 0) | (value != np.floor(value)) | (value > 1e9)][0]:g}",
        )
    return value.astype(np.int64)


def _done(tail: float, level: int, whole: float) -> bool:
    return tail <= TAIL * whole or level >= MOST_LEVELS


def _swept(desk: Desk, stairs: Staircase, reached: Solved, found: Found) -> float:
    """The levels by sweeps; the probability of what is not listed."""
    whole = reached.at(desk.initial).upper
    if whole == 0:
        return 0.0
    ring = Ring(stairs, stairs.reaching(reached.upper()))
    task = desk.context.monitor.task("distribution", "levels")
    level = 0
    while True:
        ring.sweep(level)
        value, tail = ring.at(level, desk.initial)
        error = stairs.rounding(level)
        found.add(level, (value, value * (1 - error), min(1.0, value * (1 + error) + TINY)))
        tail = tail * (1 + error)
        task.advance(level + 1, note=f"rest {tail:.1g}")
        if _done(tail, level, whole):
            break
        level += 1
        desk.context.check()
    task.finish()
    if tail == 0 and desk.space.transitions.exact is not None and level * stairs.transitions.count < EXACT_WORK:
        _exactly(desk.initial, stairs, found, level)
    return tail


def _exactly(initial: int, stairs: Staircase, found: Found, levels: int) -> None:
    """The same sweeps in fractions."""
    t, weights = stairs.transitions, stairs.transitions.exact
    assert weights is not None
    rows, column, gain = t.row_start.tolist(), t.column.tolist(), stairs.gain.tolist()
    x: list[list[Fraction]] = []
    for level in range(levels + 1):
        new = [Fraction(int(g and level == 0)) for g in stairs.goal.tolist()]
        x.append(new)
        for s in stairs.flat.order.tolist():
            moving = [i for i in range(rows[s], rows[s + 1]) if gain[i] > 0 or column[i] != s]
            terms = (weights[i] * x[level - gain[i]][column[i]] for i in moving if gain[i] <= level)
            new[s] = sum(terms, Fraction(0)) / sum(weights[i] for i in moving)
    found.exact[:] = [x[level][initial] for level in found.support]


def _solved(
    desk: Desk, stairs: Staircase, reached: Solved, found: Found
) -> Generator[list[Request], list[Solved], float]:
    """The levels by solving equations; the probability of what is not listed."""
    whole = reached.at(desk.initial).upper
    ladder = Ladder(stairs, reached, desk.initial)
    level = 0
    while True:
        rung = yield from ladder.climb()
        number = rung.at(desk.initial)
        exact = number.exact if isinstance(number.exact, Fraction) else None
        found.add(level, (number.value, number.lower, number.upper), exact)
        tail = float(rung.beyond[desk.initial])
        if _done(tail, level, whole):
            return tail
        level += 1
        desk.context.check()
