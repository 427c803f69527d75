"""Conditional questions about chains -> equations for both things at once, divided by the condition's probability.

    y(s) = P(A and B from s):  0 where A or B has failed; P(B from s) where A has happened; P(A from s) where B has;
           otherwise the mean of y over the successors.
    z(s) = E(gain before the goal, if B, else 0):  0 at the goal and where B has failed; E(gain before the goal) where
           B has happened; otherwise the mean over the successors of gain * P(B from there) + z.

(Baier, Klein, Klüppelholz, Märcker: Computing conditional probabilities in Markovian models efficiently, 2014; we split
at what is decided first instead of copying the states.)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from oddsmith.graph.reach import Mask, can_reach
from oddsmith.process.question import Expectation, Path, Probability, Question
from oddsmith.solve import chain
from oddsmith.solve.bounded import Bounded
from oddsmith.solve.columns import spanned
from oddsmith.solve.conditions import refuse
from oddsmith.solve.desk import Desk
from oddsmith.solve.paths import Until, unbounded, until
from oddsmith.solve.request import Column, Numbers, Request, Solved, Vector
from oddsmith.solve.step_gains import StepGain, step_gain

Exact = tuple[Fraction | float, ...]


class UndefinedError(Exception):
    """The question is sound, and has no answer in this game: its condition never holds."""


@dataclass(frozen=True)
class Event:
    """A path formula: where it has happened and where it has failed, and its probability from every state."""

    happened: Mask
    failed: Mask
    forever: bool
    """What it is if neither ever comes."""
    lower: Vector
    upper: Vector
    exact: Exact | None


def _plain(desk: Desk, path: Path, question: Question) -> Until:
    form = until(desk, path)
    if form.low or form.high is not None:
        raise refuse("E503", "step bounds are not possible together with `given`", question.span)
    return form


def _event(form: Until, solved: Solved) -> Event:
    lower, upper, exact = solved.lower(), solved.upper(), solved.exact()
    if not form.negated:
        return Event(form.goal, form.blocked, False, lower, upper, exact)
    opposite = None if exact is None else tuple(1 - x for x in exact)
    low, high = np.nextafter(1 - upper, 0.0), np.minimum(np.nextafter(1 - lower, 2.0), 1.0)
    return Event(form.blocked, form.goal, True, low, np.where(lower == 0, 1.0, high), opposite)


def probability_given(desk: Desk, question: Question, query: Probability) -> Numbers:
    """`P=? [A] given [B]`."""
    assert query.given is not None
    desk.chain_only(question, "`given`")
    forms = [_plain(desk, path, question) for path in (query.path, query.given)]
    solved = yield [unbounded(desk, form, None, whole=True) for form in forms]
    what, condition = (_event(form, one) for form, one in zip(forms, solved, strict=True))
    below = _condition_number(desk, condition)
    decided = what.happened | what.failed | condition.happened | condition.failed
    rest = (desk.structure.closed & ~desk.structure.any_in_component(decided))[desk.structure.components.number]
    fixed = decided | rest
    zero = what.failed | condition.failed

    def known(of_what: Vector, of_condition: Vector) -> Vector:
        both = np.where(what.happened, of_condition, np.where(condition.happened, of_what, 0.0))
        return np.where(zero | ~fixed, 0.0, np.where(rest, float(what.forever and condition.forever), both))

    exact: Exact | None = None
    if what.exact is not None and condition.exact is not None:
        forever = Fraction(int(what.forever and condition.forever))
        masks = (fixed & ~zero, rest, what.happened, condition.happened)
        exact = tuple(
            (forever if r else y if a else x if b else Fraction(0)) if counts else Fraction(0)
            for counts, r, a, b, x, y in zip(*(m.tolist() for m in masks), what.exact, condition.exact, strict=True)
        )
    columns = _columns(known(what.lower, condition.lower), known(what.upper, condition.upper), exact)
    (solved_both,) = yield [Request(desk.space.transitions, fixed, columns, desk.initial, ceiling=1.0)]
    return spanned(solved_both, desk.initial, len(columns)).over(below).within(0.0, 1.0)


def reward_given(desk: Desk, question: Question, query: Expectation) -> Numbers:
    """`R{reward}=? [F goal] given [B]`."""
    assert query.given is not None
    desk.chain_only(question, "`given`")
    if query.measure != "reach" or query.goal is None:
        raise refuse("E503", "a reward with `given` counts up to a goal", question.span, fix="write `R{x}=? [F goal]`")
    goal, form = desk.truth(query.goal), _plain(desk, query.given, question)
    gains = step_gain(desk.space, query.reward).parts()
    totals = tuple(gain.by_choice() for gain in gains)
    rewards = replace(chain.reward_until(desk.structure, goal, totals, desk.initial), whole=True)
    solved = yield [unbounded(desk, form, None, whole=True), rewards]
    condition, alone = _event(form, solved[0]), solved[1]
    below = _condition_number(desk, condition)
    numbers: list[Bounded] = []
    for place, gain in enumerate(gains):
        request = _weighted(desk, goal, condition, gain, alone, place)
        if request is None:
            return Bounded.of(np.inf)
        (both,) = yield [request]
        numbers.append(spanned(both, desk.initial, len(request.columns)).over(below))
    return numbers[0] if len(numbers) == 1 else numbers[0].minus(numbers[1])


def _weighted(desk: Desk, goal: Mask, condition: Event, gain: StepGain, alone: Solved, place: int) -> Request | None:
    """The equations for z; None where it is infinite."""
    structure, transitions = desk.structure, desk.space.transitions
    decided = goal | condition.happened | condition.failed
    rest = (structure.closed & ~structure.any_in_component(decided))[structure.components.number]
    counted = condition.happened & ~goal
    infinite = (counted & np.isinf(alone.lower(place))) | (rest & condition.forever)
    infinite = can_reach(structure.back, infinite, ~(decided | rest))
    if infinite[desk.initial]:
        return None
    fixed = decided | rest | infinite

    rounding = (float(np.diff(transitions.row_start).max()) + 4) * 2.0**-53

    def column(of_condition: Vector, of_reward: Vector, factor: float) -> Column:
        known = np.where(infinite, np.inf, np.where(counted, of_reward, 0.0))
        return Column(known, gain.weighted(of_condition) * factor)

    lower = column(condition.lower, alone.lower(place), 1 - rounding)
    upper = column(condition.upper, alone.upper(place), 1 + rounding)
    exact_alone, exact_gain = alone.exact(place), gain.weighted_exactly(condition.exact)
    if exact_alone is not None and exact_gain is not None:
        pairs = zip(lower.known.tolist(), counted.tolist(), exact_alone, strict=True)
        exact = tuple(k if np.isinf(k) else (x if c else Fraction(0)) for k, c, x in pairs)
        columns: tuple[Column, ...] = (Column(lower.known, lower.gain, exact, exact_gain, True),)
    else:
        columns = (lower, upper)
    return Request(transitions, fixed, columns, desk.initial)


def _columns(lower: Vector, upper: Vector, exact: Exact | None) -> tuple[Column, ...]:
    if exact is not None:
        return (Column(lower, exact_known=exact, is_exact=True),)
    return (Column(lower),) if np.array_equal(lower, upper) else (Column(lower), Column(upper))


def _condition_number(desk: Desk, condition: Event) -> Bounded:
    s = desk.initial
    if condition.exact is not None:
        number = Bounded.of(condition.exact[s])
    else:
        low, high = float(condition.lower[s]), float(condition.upper[s])
        number = Bounded((low + high) / 2, low, high)
    if number.upper <= 0:
        raise UndefinedError("the condition has probability 0")
    return number
