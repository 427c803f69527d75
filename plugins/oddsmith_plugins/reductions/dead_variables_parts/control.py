"""A process -> its control parameters: those whose next values depend on themselves, and that guards ask for."""

from __future__ import annotations

from math import prod

from oddsmith.plugin import (
    Access,
    Branch,
    Index,
    Parameter,
    Process,
    Summand,
    Uniform,
    Update,
    free_names,
    value_of,
)


def control_parameters(process: Process, access: Access, most: int) -> tuple[str, ...]:
    """Control parameters with at most so many combinations of values.

    Those that are only set to constants come first. Counters and what is drawn are followed only if their values are
    few: such data seldom decides what happens next, and telling all of it apart takes long.
    """
    depends = _dependences(process, access)
    plain = depends.keys() - _computed(process, access)
    asked = frozenset().union(*(access.expression(s.guard) for s in process.summands))
    params = {p.name: p for p in process.params}
    chosen: set[str] = set()
    for name in sorted(depends.keys() & asked, key=lambda n: (n not in plain, _size(params[n]), n)):
        wanted = chosen | _closure(name, depends)
        if prod(_size(params[n]) for n in wanted) <= (most if name in plain else min(most, MOST_COUNTED)):
            chosen = wanted
    return tuple(p.name for p in process.params if p.name in chosen)


MOST_COUNTED = 64
"""Combinations of values up to which counters and draws are followed."""


def _computed(process: Process, access: Access) -> frozenset[str]:
    """The parameters that are set to something else than a constant."""
    updates = (u for s in process.summands for b in s.branches for u in b.updates if value_of(u.value) is None)
    return frozenset().union(*(access.place(update.target) for update in updates))


def _size(param: Parameter) -> int:
    return param.high - param.low + 1


def _closure(name: str, depends: dict[str, frozenset[str]]) -> set[str]:
    found, waiting = {name}, [name]
    while waiting:
        for other in depends[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def _dependences(process: Process, access: Access) -> dict[str, frozenset[str]]:
    """The parameters whose next values can be told from parameters of this kind alone, and from which."""
    reads: dict[str, frozenset[str]] = {p.name: frozenset() for p in process.params}
    for summand in process.summands:
        for branch in summand.branches:
            for update in branch.updates:
                names = access.place(update.target)
                if len(names) > 1 or not _foreseen(update, branch, summand):
                    reads = {name: r for name, r in reads.items() if name not in names}
                for name in names & reads.keys():
                    reads[name] |= access.expression(update.value)
    while True:
        kept = {name: r for name, r in reads.items() if r <= reads.keys()}
        if len(kept) == len(reads):
            return kept
        reads = kept


def _foreseen(update: Update, branch: Branch, summand: Summand) -> bool:
    """Whether what is drawn or chosen in the value comes from constants."""
    if isinstance(update.target, Index) and any(value_of(index) is None for index in update.target.indices):
        return False
    names = free_names(update.value)
    return all(choices(draw.name, branch, summand) is not None for draw in branch.draws if draw.name in names)


def choices(name: str, branch: Branch, summand: Summand) -> list[int] | None:
    """The values that a bound name may have, if they are few constants."""
    for binder in summand.sums:
        if binder.name == name:
            return list(binder.values)
    for draw in branch.draws:
        if draw.name == name:
            if isinstance(draw.domain, Uniform):
                low, high = value_of(draw.domain.low), value_of(draw.domain.high)
                whole = isinstance(low, int) and isinstance(high, int) and high - low < MOST_CHOICES
                return list(range(int(low or 0), int(high or 0) + 1)) if whole else None
            values = [value_of(value) for value, _ in draw.domain.outcomes]
            return None if None in values else [int(value) for value in values if value is not None]
    return None


MOST_CHOICES = 1000
"""Draws from more values are not looked at one by one."""
