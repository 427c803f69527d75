"""A process -> its rounds: control parameter, values that can ever be held, a row of cases for each of them."""

from __future__ import annotations

from itertools import product
from math import prod

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import TRUE, Expr
from oddsmith.process.process import Process
from oddsmith.process.rounds.control import Control, controls_of
from oddsmith.process.rounds.leaves import Leaves
from oddsmith.process.rounds.rows import OUTSIDE, Draft, DraftCase, Rows, Values
from oddsmith.process.rounds.specialise import Specialiser
from oddsmith.process.rounds.structure import (
    FAULT,
    NOTHING,
    Axis,
    Case,
    End,
    Layer,
    NoRoundsError,
    Rounds,
    RowEnd,
    RowOutcome,
)

MOST_ROWS = 20_000
Drafts = dict[tuple[int, Values], list[DraftCase]]


def rounds_of(process: Process) -> Rounds:
    """The rounds of a process; NoRoundsError with the reason where there are none."""
    if process.kind != "chain":
        raise NoRoundsError("somebody decides in this game")
    if not process.exclusive:
        raise NoRoundsError("several commands may be enabled at once, and one of them is drawn")
    if process.deadlock != "loop":
        raise NoRoundsError("states without a command are to be complained about, so all states must be looked at")
    specialise = Specialiser(process)
    reasons: list[str] = []
    for control in controls_of(process, specialise):
        try:
            return _rounds(process, control, specialise)
        except NoRoundsError as error:
            reasons.append(f"{control.name} would go round, but {error}")
    raise NoRoundsError("; ".join(reasons))


def _rounds(process: Process, control: Control, specialise: Specialiser) -> Rounds:
    values = {p.name: {p.init} for p in process.params if p.name != control.name}
    leaves = Leaves(process, specialise, values)
    rows = Rows(process, control, specialise, leaves)
    drafts = _closure(control, values, rows)
    axes = tuple(Axis(p.name, tuple(sorted(values[p.name])), p.init) for p in process.params if p.name != control.name)
    layers = tuple(_layer(control, place, axes, drafts) for place in range(len(control.turns)))
    return Rounds(control.name, axes, layers, tuple(rows.refused.items()), rows.fault)


def _closure(control: Control, values: dict[str, set[int]], rows: Rows) -> Drafts:
    """Draft rows until no parameter gets a new value: the least box that is closed under all outcomes."""
    drafts: Drafts = {}
    sensitive: set[tuple[int, Values]] = set()
    changed = True
    while changed:
        changed = False
        for place, turn in enumerate(control.turns):
            if prod(len(values[name]) for name in turn.writes) > MOST_ROWS:
                raise NoRoundsError(f"turn {turn.value} writes too many combinations of {', '.join(turn.writes)}")
            for held in product(*(sorted(values[name]) for name in turn.writes)):
                key = (place, held)
                if key in drafts and key not in sensitive:
                    continue
                rows.leaves.looked_up = False
                drafts[key] = rows.draft(turn, held)
                if rows.leaves.looked_up:
                    sensitive.add(key)
                for case in drafts[key]:
                    changed |= _enlarge(values, turn.writes, case.outcomes)
    return drafts


def _enlarge(values: dict[str, set[int]], writes: tuple[str, ...], outcomes: list[Draft]) -> bool:
    changed = False
    for outcome in outcomes:
        for target in (outcome.yes, outcome.no):
            if target is None or target is OUTSIDE:
                continue
            for name, value in zip(writes, target, strict=True):
                if value not in values[name]:
                    values[name].add(value)
                    changed = True
    return changed


def _layer(control: Control, place: int, axes: tuple[Axis, ...], drafts: Drafts) -> Layer:
    turn = control.turns[place]
    named = {axis.name: (number, axis) for number, axis in enumerate(axes)}
    held = list(product(*(named[name][1].values for name in turn.writes)))
    places = {values: number for number, values in enumerate(held)} | {OUTSIDE: FAULT}
    over = {end.end for values in held for case in drafts[place, values] for end in case.ends}
    ends = {end: number for number, end in enumerate(sorted(over, key=lambda end: (end.control, end.values)))}
    rows = tuple(tuple(_case(case, places, ends) for case in drafts[place, values]) for values in held)
    return Layer(turn.value, tuple(named[name][0] for name in turn.writes), rows, tuple(ends))


def _case(draft: DraftCase, places: dict[Values, int], ends: dict[End, int]) -> Case:
    outcomes = tuple(
        RowOutcome(o.weight, _condition(o.condition), places[o.yes], NOTHING if o.no is None else places[o.no])
        for o in draft.outcomes
    )
    gains = tuple(
        (reward, amount, _condition(condition)) for reward, terms in draft.gains.items() for condition, amount in terms
    )
    over = tuple(RowEnd(end.weight, _condition(end.condition), ends[end.end]) for end in draft.ends)
    return Case(draft.action, _condition(draft.condition), outcomes, gains, over)


def _condition(expr: Expr) -> Expr | None:
    return None if expr == TRUE or value_of(expr) is True else expr


def conditions(process: Process, rounds: Rounds, formula: Expr) -> tuple[tuple[Expr, ...], ...]:
    """A state formula for each layer and row: what is left of it there."""
    held = [[(layer.value, values) for values in written(rounds, layer)] for layer in rounds.layers]
    return _left(process, rounds, formula, held)


def end_conditions(process: Process, rounds: Rounds, formula: Expr) -> tuple[tuple[Expr, ...], ...]:
    """A state formula for each layer and each of its ends."""
    return _left(process, rounds, formula, [[(e.control, e.values) for e in layer.ends] for layer in rounds.layers])


def _left(
    process: Process, rounds: Rounds, formula: Expr, held: list[list[tuple[int, Values]]]
) -> tuple[tuple[Expr, ...], ...]:
    """What is left of a formula where the control parameter and those that a layer writes have these values."""
    specialise = Specialiser(process)
    found = []
    for layer, states in zip(rounds.layers, held, strict=True):
        names = [rounds.axes[place].name for place in layer.writes]
        known = ({rounds.control: control, **dict(zip(names, values, strict=True))} for control, values in states)
        found.append(tuple(specialise.at(values)(formula) for values in known))
    return tuple(found)


def written(rounds: Rounds, layer: Layer) -> list[Values]:
    """The written values of each row of a layer."""
    return list(product(*(rounds.axes[place].values for place in layer.writes)))
