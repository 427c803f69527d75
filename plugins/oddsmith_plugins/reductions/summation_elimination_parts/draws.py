"""A branch -> the same without draws of one value, and without draws that nobody looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from oddsmith.plugin import (
    Branch,
    Draw,
    Expr,
    Number,
    Table,
    Uniform,
    Weighted,
    draw_expressions,
    free_names,
    literal,
    rewritten_branch,
    simplify,
    substitute,
    value_of,
)

Tables = Mapping[str, Table]


def without_draws(branch: Branch, tables: Tables) -> Branch:
    """Every draw that can be resolved is; what it was named by is put in its place."""
    place = 0
    while place < len(branch.draws):
        draw = merged(branch.draws[place])
        branch = replace(branch, draws=(*branch.draws[:place], draw, *branch.draws[place + 1 :]))
        value = only_value(draw)
        if value is None and draw.name not in _names_after(branch, place) and distribution(draw):
            value = Number(0)
        if value is None:
            place += 1
        else:
            branch = _put(branch, place, value, tables)
    return branch


def distribution(draw: Draw) -> dict[int, Fraction]:
    """The values and their probabilities, if all are constants and sum to 1; else nothing."""
    if isinstance(draw.domain, Uniform):
        low, high = value_of(draw.domain.low), value_of(draw.domain.high)
        if not isinstance(low, int) or not isinstance(high, int) or not 0 <= high - low < LARGEST:
            return {}
        return dict.fromkeys(range(low, high + 1), Fraction(1, high - low + 1))
    found: dict[int, Fraction] = {}
    for value, weight in draw.domain.outcomes:
        number, probability = value_of(value), value_of(weight)
        if type(number) is not int or probability is None or probability < 0:
            return {}
        found[number] = found.get(number, Fraction(0)) + Fraction(probability)
    return found if sum(found.values()) == 1 else {}


LARGEST = 10_000
"""Draws from more values are left as they are."""


def weighted(name: str, outcomes: Mapping[int, Fraction]) -> Draw:
    """A draw with this distribution, in the order of its values."""
    pairs = [(Number(value), literal(outcomes[value])) for value in sorted(outcomes) if outcomes[value]]
    return Draw(name, Weighted(tuple(pairs)))


def merged(draw: Draw) -> Draw:
    """Each value once, none of probability 0."""
    found = distribution(draw)
    if isinstance(draw.domain, Uniform) or not found:
        return draw
    if all(found.values()) and len(found) == len(draw.domain.outcomes):
        return draw
    return weighted(draw.name, found)


def only_value(draw: Draw) -> Expr | None:
    """The value of a draw that has only one."""
    if isinstance(draw.domain, Uniform):
        return draw.domain.low if draw.domain.low == draw.domain.high else None
    if len(draw.domain.outcomes) == 1 and value_of(draw.domain.outcomes[0][1]) == 1:
        return draw.domain.outcomes[0][0]
    return None


def _names_after(branch: Branch, place: int) -> frozenset[str]:
    """What is read behind a draw."""
    found = [free_names(e) for draw in branch.draws[place + 1 :] for e in draw_expressions(draw)]
    found += [free_names(branch.weight)]
    found += [free_names(e) for update in branch.updates for e in (update.target, update.value)]
    return frozenset().union(*found)


def _put(branch: Branch, place: int, value: Expr, tables: Tables) -> Branch:
    name = branch.draws[place].name
    rest = replace(branch, draws=branch.draws[:place] + branch.draws[place + 1 :])
    return rewritten_branch(
        rest, frozenset(), lambda expr, bound: simplify(substitute(expr, {name: value}), tables=tables)
    )
