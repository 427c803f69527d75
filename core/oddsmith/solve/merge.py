"""Requests -> problems: chain questions with the same fixed states become columns of one problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.components import Components, components
from oddsmith.solve.problem import Problem, Trait
from oddsmith.solve.request import Column, Request
from oddsmith.solve.settle import settle
from oddsmith.solve.structure import Structure

MOST_CELLS = 16_000_000
"""Most states times columns in one problem: what vectors may take in memory."""


@dataclass(frozen=True)
class Posed:
    """A problem and the requests it answers: (position of the request, its first column)."""

    problem: Problem
    places: tuple[tuple[int, int], ...]


def merge(requests: Sequence[Request], structure: Structure) -> list[Posed]:
    """All requests as few problems."""
    return [_pose([requests[i] for i in group], group, structure) for group in _groups(requests)]


def _groups(requests: Sequence[Request]) -> Iterator[list[int]]:
    """Positions of requests that share a problem, in the order of the first of each."""
    groups: dict[object, list[list[int]]] = {}
    for position, request in enumerate(requests):
        key: object = position
        if request.horizon is None and request.side is None and request.lift is None:
            key = (id(request.transitions), request.fixed.tobytes(), request.columns[0].is_exact)
        parts = groups.setdefault(key, [[]])
        width = sum(len(requests[i].columns) for i in parts[-1]) + len(request.columns)
        if parts[-1] and width * len(request.fixed) > MOST_CELLS:
            parts.append([])
        parts[-1].append(position)
    for parts in groups.values():
        yield from parts


def _pose(group: list[Request], positions: list[int], structure: Structure) -> Posed:
    first = group[0]
    columns = [column for request in group for column in request.columns]
    starts = np.cumsum([0, *[len(request.columns) for request in group]]).tolist()
    ceilings = {request.ceiling for request in group}
    problem = Problem(
        transitions=first.transitions,
        fixed=first.fixed,
        known=np.ascontiguousarray(np.stack([column.known for column in columns], axis=1)),
        gain=_gain(columns, first.transitions.choices),
        traits=frozenset(),
        initial=first.initial,
        side=first.side,
        horizon=first.horizon,
        exact_known=_exact_known(columns),
        exact_gain=tuple(c.exact_gain for c in columns) if all(c.is_exact for c in columns) else None,
        ceiling=ceilings.pop() if len(ceilings) == 1 else None,
        proper=first.proper,
    )
    if problem.horizon is None:
        problem = _with_components(problem, structure)
    return Posed(
        replace(problem, traits=_traits(problem, first)),
        tuple((position, start) for position, start in zip(positions, starts, strict=False)),
    )


def _gain(columns: list[Column], choices: int) -> NDArray[np.float64] | None:
    if all(column.gain is None for column in columns):
        return None
    zero = np.zeros(choices)
    return np.ascontiguousarray(np.stack([zero if c.gain is None else c.gain for c in columns], axis=1))


def _exact_known(columns: list[Column]) -> tuple[tuple[Fraction | float, ...], ...] | None:
    if not all(column.is_exact for column in columns):
        return None
    return tuple(c.exact_known for c in columns if c.exact_known is not None)


def _with_components(problem: Problem, structure: Structure) -> Problem:
    """The problem with components, and (in a chain with cycles) with everything fixed that the graph tells."""
    free = ~problem.fixed
    found = _components(problem, structure)
    if problem.side is None and not found.is_acyclic:
        gain = problem.gain
        gaining = np.zeros(len(free), dtype=np.bool_) if gain is None else (gain != 0).any(axis=1)
        like = settle(problem.transitions, problem.fixed, problem.known, gaining, found)
        settled = like >= 0
        exact = problem.exact_known
        if exact is not None:
            pairs = list(enumerate(like.tolist()))
            exact = tuple(tuple(c[i] if i >= 0 else c[s] for s, i in pairs) for c in exact)
        known = np.where(settled[:, None], problem.known[np.maximum(like, 0)], problem.known)
        problem = replace(problem, fixed=settled, known=known, exact_known=exact)
    number = np.where(problem.fixed, np.int32(-1), found.number).astype(np.int32)
    return replace(problem, components=number)


def _components(problem: Problem, structure: Structure) -> Components:
    """The components of the open states; known already where all cycles avoid the fixed states."""
    free = ~problem.fixed
    whole = structure.components
    if problem.transitions is structure.transitions:
        untouched = structure.is_chain and np.array_equal(problem.fixed, structure.recurrent)
        if whole.is_acyclic or untouched:
            used = np.zeros(whole.count, dtype=np.bool_)
            used[whole.number[free]] = True
            renumbered = (np.cumsum(used) - 1).astype(np.int32)
            return Components(int(used.sum()), np.where(free, renumbered[whole.number], np.int32(-1)))
    return components(problem.transitions, free, structure.context)


def _traits(problem: Problem, request: Request) -> frozenset[Trait]:
    traits = {Trait.STORED}
    if problem.side is None or problem.transitions.choices == problem.transitions.size:
        traits |= {Trait.CHAIN, Trait.ONE_SIDED}
    elif (problem.side > 0).any() and (problem.side < 0).any():
        traits.add(Trait.TWO_SIDED)
    else:
        traits.add(Trait.ONE_SIDED)
    traits.add(Trait.UNBOUNDED if problem.horizon is None else Trait.HORIZON)
    if problem.transitions.exact is not None and problem.exact_known is not None:
        traits.add(Trait.EXACT_WEIGHTS)
    if request.stopping and problem.horizon is None:
        traits.add(Trait.STOPPING)
    if problem.components is not None and _is_acyclic(problem.components):
        traits.add(Trait.ACYCLIC)
    if not ((problem.known < 0).any() or (problem.gain is not None and (problem.gain < 0).any())):
        traits.add(Trait.NONNEGATIVE)
    return frozenset(traits)


def _is_acyclic(number: NDArray[np.int32]) -> bool:
    sizes = np.bincount(number[number >= 0]) if (number >= 0).any() else np.zeros(1)
    return int(sizes.max()) <= 1
