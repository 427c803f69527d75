"""Draws that only matter together (`a + b`) -> one draw with the distribution of what matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from oddsmith.plugin import (
    Binary,
    Branch,
    Expr,
    Fold,
    If,
    Name,
    Number,
    Table,
    Unary,
    draw_expressions,
    free_names,
    rewritten_branch,
    simplify,
    substitute,
    transform,
    value_of,
    walk,
)
from oddsmith_plugins.reductions.summation_elimination_parts.draws import LARGEST, distribution, weighted

Tables = Mapping[str, Table]


def joint_draws(branch: Branch, tables: Tables) -> Branch:
    """Draws of constants that are all read in one and the same expression become a draw of its value."""
    known = {draw.name: distribution(draw) for draw in branch.draws}
    elsewhere = [e for draw in branch.draws for e in draw_expressions(draw)] + [branch.weight]
    read = frozenset().union(*(free_names(e) for e in elsewhere), _hidden(branch))
    free = frozenset(name for name, found in known.items() if found and name not in read)
    if len(free) < 2:
        return branch
    gathered = rewritten_branch(branch, frozenset(), lambda expr, bound: transform(expr, lambda e: _gather(e, free)))
    for whole in dict.fromkeys(_largest(gathered, free)):
        names = free_names(whole)
        others = [e for e in _largest(gathered, free) if e != whole]
        if len(names) < 2 or any(names & free_names(e) for e in others):
            continue
        outcomes = _outcomes(whole, {name: known[name] for name in sorted(names)}, tables)
        if outcomes is not None:
            branch = gathered = _joined(gathered, whole, names, outcomes)
    return branch


def _hidden(branch: Branch) -> frozenset[str]:
    """Names that a fold binds anew."""
    values = (node for update in branch.updates for node in walk(update.value))
    return frozenset(binder.name for node in values if isinstance(node, Fold) for binder in node.binders)


def _gather(expr: Expr, free: frozenset[str]) -> Expr:
    """`(x + a) + b` is `x + (a + b)`: what is drawn stands together."""
    match expr:
        case Binary("+", Binary("+", left, middle), right) if _drawn(middle, free) and _drawn(right, free):
            if not _drawn(left, free):
                return Binary("+", left, Binary("+", middle, right), span=expr.span)
    return expr


def _drawn(expr: Expr, free: frozenset[str]) -> bool:
    """Whether an expression reads nothing but such draws."""
    plain = all(isinstance(node, Name | Number | Binary | Unary | If) for node in walk(expr))
    return plain and bool(free_names(expr)) and free_names(expr) <= free


def _largest(branch: Branch, free: frozenset[str]) -> Iterator[Expr]:
    """The largest expressions of draws alone."""
    waiting: list[Expr] = [e for update in branch.updates for e in (update.value, update.target)]
    while waiting:
        expr = waiting.pop()
        if _drawn(expr, free):
            yield expr
        else:
            waiting += expr.children()
            if isinstance(expr, Name) and expr.name in free:
                yield expr


def _outcomes(whole: Expr, known: Mapping[str, dict[int, Fraction]], tables: Tables) -> dict[int, Fraction] | None:
    if prod(len(found) for found in known.values()) > LARGEST:
        return None
    outcomes: dict[int, Fraction] = {}
    for values in product(*(found.items() for found in known.values())):
        put: dict[str, Expr] = {name: Number(value) for name, (value, _) in zip(known, values, strict=True)}
        result = value_of(simplify(substitute(whole, put), tables=tables))
        if type(result) is not int:
            return None
        outcomes[result] = outcomes.get(result, Fraction(0)) + prod((p for _, p in values), start=Fraction(1))
    return outcomes


def _joined(branch: Branch, whole: Expr, names: frozenset[str], outcomes: dict[int, Fraction]) -> Branch:
    draws = [draw for draw in branch.draws if draw.name not in names]
    first = next(draw.name for draw in branch.draws if draw.name in names)
    simpler = replace(branch, draws=(weighted(first, outcomes), *draws))
    return rewritten_branch(
        simpler, frozenset(), lambda expr, bound: transform(expr, lambda e: Name(first) if e == whole else e)
    )
