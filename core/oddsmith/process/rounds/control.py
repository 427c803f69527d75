"""A process -> the parameter whose value goes round with every step, whatever happens."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import FALSE, Expr, Index, Name
from oddsmith.expr.show import show
from oddsmith.process.access import cell_name
from oddsmith.process.process import Process, Summand
from oddsmith.process.rounds.specialise import Specialiser
from oddsmith.process.rounds.structure import NoRoundsError


@dataclass(frozen=True)
class Turn:
    """One value of the control parameter, the commands of that turn, and what they write besides it."""

    value: int
    summands: tuple[Summand, ...]
    writes: tuple[str, ...]


@dataclass(frozen=True)
class Control:
    name: str
    turns: tuple[Turn, ...]


def control_of(process: Process, specialise: Specialiser) -> Control:
    """The control parameter with the longest cycle; NoRoundsError says for each parameter why it is none."""
    found: list[Control] = []
    obstacles: list[str] = []
    for param in process.params:
        try:
            found.append(Control(param.name, _cycle(process, specialise, param.name, param.init)))
        except NoRoundsError as obstacle:
            obstacles.append(f"{param.name}: {obstacle}")
    if not found:
        raise NoRoundsError("no parameter goes round with every step (" + "; ".join(obstacles) + ")")
    return max(found, key=lambda control: len(control.turns))


def _cycle(process: Process, specialise: Specialiser, name: str, init: int) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    value = init
    while True:
        specialise.at({name: value})
        active = tuple(s for s in process.summands if specialise(s.guard) != FALSE)
        if not active:
            raise NoRoundsError(f"no command is taken where it is {value}")
        followers = {_next(specialise, summand, name, value) for summand in active}
        if len(followers) > 1:
            raise NoRoundsError(f"from {value} it may go to {' or '.join(map(str, sorted(followers)))}")
        turns.append(Turn(value, active, _writes(process, specialise, active, name)))
        (value,) = followers
        if value == init:
            break
        if any(turn.value == value for turn in turns):
            raise NoRoundsError(f"it never comes back to {init}")
    if len(turns) == 1:
        raise NoRoundsError("it never changes")
    return tuple(turns)


def _next(specialise: Specialiser, summand: Summand, name: str, value: int) -> int:
    """What every branch sets the parameter to."""
    found: set[int] = set()
    for branch in summand.branches:
        after = value
        for update in branch.updates:
            if target_name(specialise, update.target) == name:
                left = specialise(update.value)
                known = value_of(left)
                if known is None:
                    raise NoRoundsError(f"[{summand.action}] sets it to `{show(left)}`")
                after = int(known)
        found.add(after)
    if len(found) > 1:
        raise NoRoundsError(f"[{summand.action}] sets it to {' or '.join(map(str, sorted(found)))}")
    if found == {value}:
        raise NoRoundsError(f"[{summand.action}] leaves it as it is")
    return found.pop()


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
