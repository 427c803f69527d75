"""A process -> the parameters whose value goes round with every step, whatever happens, unless the game ends."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import FALSE, Expr, If, Index, Name
from oddsmith.expr.show import show
from oddsmith.process.access import cell_name
from oddsmith.process.process import Process, Summand
from oddsmith.process.rounds.specialise import Specialiser
from oddsmith.process.rounds.structure import NoRoundsError


@dataclass(frozen=True)
class Turn:
    """One value of the control parameter, the commands of that turn, and what they write besides it."""

    value: int
    follower: int
    """The value of the next turn; a branch that sets another one must end the game, which the rows decide."""
    summands: tuple[Summand, ...]
    writes: tuple[str, ...]


@dataclass(frozen=True)
class Control:
    name: str
    turns: tuple[Turn, ...]


def controls_of(process: Process, specialise: Specialiser) -> list[Control]:
    """All that may be control parameters, longest cycle first; NoRoundsError says for each why it is none."""
    found: list[Control] = []
    obstacles: list[str] = []
    for param in process.params:
        try:
            found.append(Control(param.name, _cycle(process, specialise, param.name, param.init)))
        except NoRoundsError as obstacle:
            obstacles.append(f"{param.name}: {obstacle}")
    if not found:
        more = f"; {len(obstacles) - MOST_OBSTACLES} more" if len(obstacles) > MOST_OBSTACLES else ""
        text = "; ".join(obstacles[:MOST_OBSTACLES])
        raise NoRoundsError(f"no parameter goes round with every step ({text}{more})")
    return sorted(found, key=lambda control: -len(control.turns))


MOST_OBSTACLES = 3
MOST_TURNS = 500
"""Longer rounds are not worth a sweep for each of their turns."""


def _cycle(process: Process, specialise: Specialiser, name: str, init: int) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    value = init
    while True:
        active = _active(process, specialise, name, value)
        if not active:
            raise NoRoundsError(f"no command is taken where it is {value}")
        writes = _writes(process, specialise, active, name)
        follower = _follower(process, specialise, active, name, value)
        turns.append(Turn(value, follower, active, writes))
        value = follower
        if value == init:
            break
        if any(turn.value == value for turn in turns):
            raise NoRoundsError(f"it never comes back to {init}")
        if len(turns) == MOST_TURNS:
            raise NoRoundsError(f"it does not come back to {init} within {MOST_TURNS} steps")
    return tuple(turns)


def _active(process: Process, specialise: Specialiser, name: str, value: int) -> tuple[Summand, ...]:
    """The commands that may be enabled at this value; leaves the specialiser there."""
    specialise.at({name: value})
    return tuple(s for s in process.summands if specialise(s.guard) != FALSE)


def _follower(process: Process, specialise: Specialiser, active: tuple[Summand, ...], name: str, value: int) -> int:
    """The one other value that the commands set at which the game can go on."""
    touching = [summand for summand in active if _touches(specialise, summand, name)]
    for summand in active:
        if summand not in touching and not _final(process, specialise, summand):
            raise NoRoundsError(f"[{summand.action}] leaves it as it is")
    found = set().union(*(_settings(specialise, summand, name, value) for summand in touching)) - {value}
    if not found:
        raise NoRoundsError(f"[{active[0].action}] leaves it as it is")
    onwards = sorted(after for after in found if _active(process, specialise, name, after))
    if len(onwards) > 1:
        raise NoRoundsError(f"from {value} it may go to {' or '.join(map(str, onwards))}")
    if not onwards:
        raise NoRoundsError(f"no command is taken where it is {min(found)}")
    return onwards[0]


def _touches(specialise: Specialiser, summand: Summand, name: str) -> bool:
    return any(target_name(specialise, u.target) == name for branch in summand.branches for u in branch.updates)


def _final(process: Process, specialise: Specialiser, summand: Summand) -> bool:
    """Whether the constants alone that a command writes may end the game: the rows look closer."""
    before = specialise.known
    possible = True
    for branch in summand.branches:
        fixed = {target_name(specialise, u.target): value_of(u.value) for u in branch.updates}
        known = {name: int(value) for name, value in fixed.items() if value is not None}
        specialise.known = {**before, **specialise.constants(known)}
        possible = possible and all(specialise(s.guard) == FALSE for s in process.summands)
        specialise.known = before
    return possible


def _settings(specialise: Specialiser, summand: Summand, name: str, value: int) -> set[int]:
    """What some branch may set the parameter to."""
    found: set[int] = set()
    for branch in summand.branches:
        after = {value}
        for update in branch.updates:
            if target_name(specialise, update.target) == name:
                left = specialise(update.value)
                constants = _constants(left)
                if None in constants:
                    raise NoRoundsError(f"[{summand.action}] sets it to `{show(left)}`")
                after = {constant for constant in constants if constant is not None}
        found |= after
    return found


def _constants(expr: Expr) -> set[int | None]:
    """The values of an expression that chooses among constants; None stands for any other expression."""
    if isinstance(expr, If):
        return _constants(expr.yes) | _constants(expr.no)
    known = value_of(expr)
    return {None if known is None else int(known)}


def target_name(specialise: Specialiser, target: Expr) -> str:
    """The parameter that an update writes."""
    if isinstance(target, Name):
        return target.name
    assert isinstance(target, Index)
    places = [value_of(specialise(index)) for index in target.indices]
    if any(place is None for place in places):
        raise NoRoundsError(f"`{show(target)}` may be any cell of {target.name}")
    return cell_name(target.name, [int(place) for place in places if place is not None])


def _writes(process: Process, specialise: Specialiser, active: tuple[Summand, ...], name: str) -> tuple[str, ...]:
    found = {target_name(specialise, u.target) for s in active for b in s.branches for u in b.updates}
    return tuple(p.name for p in process.params if p.name in found - {name})
