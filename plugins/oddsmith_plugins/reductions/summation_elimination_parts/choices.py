"""A command -> the same with fewer values to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from oddsmith.plugin import (
    FALSE,
    TRUE,
    Binary,
    Call,
    Compare,
    Expr,
    Index,
    Items,
    Member,
    Name,
    Number,
    Range,
    Sum,
    Summand,
    Table,
    conjuncts,
    free_names,
    rewritten_summand,
    simplify,
    substitute,
    summand_expressions,
    walk,
)

Tables = Mapping[str, Table]


def without_choices(summand: Summand, tables: Tables) -> Summand:
    """Values that the guard excludes go; a choice with one value, a known value, or no use goes itself."""
    for binder in summand.sums:
        guard, values = summand.guard, binder.values
        for part in conjuncts(guard):
            if free_names(part) != {binder.name}:
                continue
            left = {v: simplify(substitute(part, {binder.name: Number(v)}), tables=tables) for v in values}
            values = tuple(v for v in values if left[v] != FALSE)
            if all(left[v] == TRUE for v in values):
                guard = simplify(_without(guard, part))
        if not values:
            return replace(summand, guard=FALSE)
        summand = _resolved(replace(summand, guard=guard), replace(binder, values=values), tables)
    return summand


def _resolved(summand: Summand, binder: Sum, tables: Tables) -> Summand:
    used = any(binder.name in free_names(expr) for expr in summand_expressions(summand))
    if len(binder.values) == 1 or not used:
        return _put(summand, binder, Number(binder.values[0]), tables)
    for part in conjuncts(summand.guard):
        fixed = _equal_to(part, binder.name)
        if fixed is not None:
            inside = Member(fixed, _domain(binder, fixed))
            simpler = _put(summand, binder, fixed, tables)
            return replace(simpler, guard=simplify(Binary("and", simpler.guard, inside), tables=tables))
    return replace(summand, sums=tuple(binder if s.name == binder.name else s for s in summand.sums))


def _put(summand: Summand, binder: Sum, value: Expr, tables: Tables) -> Summand:
    """The command without the choice, with its value in place."""
    simpler = rewritten_summand(
        summand, lambda expr, bound: simplify(substitute(expr, {binder.name: value}), tables=tables)
    )
    guard = simpler.guard
    for part in conjuncts(guard):
        if isinstance(part, Compare) and len(part.rest) == 1 and part.rest[0] == ("=", part.first):
            guard = simplify(_without(guard, part))
    return replace(simpler, guard=guard, sums=tuple(s for s in summand.sums if s.name != binder.name))


def _without(guard: Expr, part: Expr) -> Expr:
    """The guard without one of its conditions."""
    if guard == part:
        return TRUE
    if isinstance(guard, Binary) and guard.operator == "and":
        return Binary("and", _without(guard.left, part), _without(guard.right, part), span=guard.span)
    return guard


def _equal_to(part: Expr, name: str) -> Expr | None:
    """e, where the condition is `name = e` or `e = name`."""
    if not isinstance(part, Compare) or len(part.rest) != 1 or part.rest[0][0] != "=":
        return None
    for one, other in ((part.first, part.rest[0][1]), (part.rest[0][1], part.first)):
        if one == Name(name) and name not in free_names(other):
            return other
    return None


def _domain(binder: Sum, value: Expr) -> Range | Items:
    """The values to choose from; as a range only where the value cannot lie between two of them."""
    low, high = binder.values[0], binder.values[-1]
    broken = any(
        isinstance(node, Call | Index) or (isinstance(node, Binary) and node.operator in "/^") for node in walk(value)
    )
    if binder.values == tuple(range(low, high + 1)) and not broken:
        return Range(Number(low), Number(high))
    return Items(tuple(map(Number, binder.values)))
