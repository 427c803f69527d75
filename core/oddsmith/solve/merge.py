"""Requests -> problems: chain questions with the same fixed states become columns of one problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.components import Components
from oddsmith.solve.open_states import open_components, with_settled
from oddsmith.solve.problem import Problem, Trait
from oddsmith.solve.request import Column, Request
from oddsmith.solve.structure import Structure

MOST_CELLS = 16_000_000
"""Most states times columns in one problem: what vectors may take in memory."""


@dataclass(frozen=True)
class Posed:
    """A problem and the requests it answers: (position of the request, its first column)."""

    problem: Problem
    places: tuple[tuple[int, int], ...]


def merge(requests: Sequence[Request], structure: Structure) -> Iterator[Posed]:
    """All requests as few problems, made one after the other: each may take much memory."""
    for parts in _groups(requests):
        found: Components | None = None
        for positions in parts:
            problem = _assemble([requests[i] for i in positions])
            if problem.horizon is None:
                found = found or open_components(problem, structure)
                problem = with_settled(problem, found)
            starts = np.cumsum([0, *[len(requests[i].columns) for i in positions]]).tolist()
            traits = _traits(problem, requests[positions[0]], found)
            yield Posed(replace(problem, traits=traits), tuple(zip(positions, starts[:-1], strict=True)))


def _groups(requests: Sequence[Request]) -> Iterator[list[list[int]]]:
    """Positions of requests that share their fixed states, cut into problems; in the order of the first of each."""
    groups: dict[object, list[int]] = {}
    for position, request in enumerate(requests):
        key: object = position
        if request.horizon is None and request.side is None and request.lift is None:
            key = (id(request.transitions), request.fixed.tobytes(), request.columns[0].is_exact)
        groups.setdefault(key, []).append(position)
    for group in groups.values():
        most = MOST_CELLS // len(requests[group[0]].fixed)
        if sum(len(requests[i].columns) for i in group) > most:
            # a matrix of gains is needed only where there are gains: keep those columns together
            group.sort(key=lambda i: requests[i].columns[0].gain is not None)
        parts: list[list[int]] = []
        width = most
        for i in group:
            if width + len(requests[i].columns) > most:
                parts.append([])
                width = 0
            parts[-1].append(i)
            width += len(requests[i].columns)
        yield parts


def _assemble(group: list[Request]) -> Problem:
    first = group[0]
    columns = [column for request in group for column in request.columns]
    ceilings = {request.ceiling for request in group}
    return Problem(
        transitions=first.transitions,
        fixed=first.fixed,
        known=_filled([column.known for column in columns], len(first.fixed)),
        gain=_gain(columns, first.transitions.choices),
        traits=frozenset(),
        initial=first.initial,
        side=first.side,
        horizon=first.horizon,
        exact_known=_exact_known(columns),
        exact_gain=tuple(c.exact_gain for c in columns) if all(c.is_exact for c in columns) else None,
        ceiling=ceilings.pop() if len(ceilings) == 1 else None,
        proper=first.proper,
        whole=any(request.whole for request in group),
    )


def _filled(vectors: Sequence[NDArray[np.float64] | NDArray[np.bool_] | None], size: int) -> NDArray[np.float64]:
    """Vectors side by side; only what is not zero is written, so that memory is taken only where it is needed."""
    if len(vectors) == 1 and vectors[0] is not None and vectors[0].dtype == np.float64:
        return np.array(vectors[0], dtype=np.float64).reshape(size, 1)
    result = np.zeros((size, len(vectors)))
    for place, vector in enumerate(vectors):
        if vector is not None:
            rows = np.flatnonzero(vector)
            result[rows, place] = vector[rows]
    return result


def _gain(columns: list[Column], choices: int) -> NDArray[np.float64] | None:
    if all(column.gain is None for column in columns):
        return None
    return _filled([column.gain for column in columns], choices)


def _exact_known(columns: list[Column]) -> tuple[tuple[Fraction | float, ...], ...] | None:
    if not all(column.is_exact for column in columns):
        return None
    return tuple(c.exact_known for c in columns if c.exact_known is not None)


def _traits(problem: Problem, request: Request, found: Components | None) -> frozenset[Trait]:
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
    if found is not None and (found.is_acyclic or _is_acyclic(problem.components)):
        traits.add(Trait.ACYCLIC)
    if not ((problem.known < 0).any() or (problem.gain is not None and (problem.gain < 0).any())):
        traits.add(Trait.NONNEGATIVE)
    return frozenset(traits)


def _is_acyclic(number: NDArray[np.int32] | None) -> bool:
    """Whether no two states share a component."""
    if number is None:
        return False
    left = number[number >= 0]
    return len(left) == 0 or int(np.bincount(left).max()) <= 1
