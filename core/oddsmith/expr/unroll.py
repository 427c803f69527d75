"""Folds over few constants -> sums, products and conditions written out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from oddsmith.expr.constants import value_of
from oddsmith.expr.nodes import FALSE, TRUE, Binary, Binder, Boolean, Call, Expr, Fold, If, Items, Number, Range
from oddsmith.expr.substitute import substitute

MOST_UNROLLED: Final = 1000
"""Larger folds are left as they are."""

JOINED: Final = {"sum": "+", "prod": "*", "count": "+", "any": "or", "all": "and"}
EMPTY: Final[dict[str, Expr]] = {"sum": Number(0), "prod": Number(1), "count": Number(0), "any": FALSE, "all": TRUE}

Change = Callable[[Expr], Expr]


def simplify_fold(expr: Fold) -> Expr:
    """`any` of what is never true and `all` of what is always true are decided."""
    decided = EMPTY.get(expr.kind)
    if isinstance(decided, Boolean) and expr.body == decided:
        return Boolean(decided.value, span=expr.span)
    return expr


def unrolled(expr: Fold, visit: Change) -> Expr | None:
    """The fold written out, or None if a range is not constant or there are too many terms."""
    combinations = _combinations(expr.binders, visit)
    if combinations is None:
        return None
    if not combinations:
        return EMPTY.get(expr.kind)
    terms = [substitute(expr.body, chosen) for chosen in combinations]
    if expr.kind in ("min", "max"):
        return Call(expr.kind, tuple(terms), span=expr.span)
    if expr.kind == "count":
        terms = [If(term, Number(1), Number(0), span=term.span) for term in terms]
    return balanced(JOINED[expr.kind], terms)


def balanced(operator: str, terms: Sequence[Expr]) -> Expr:
    """The terms joined by an associative operator, as flat as possible: later walks need little stack."""
    if len(terms) == 1:
        return terms[0]
    middle = len(terms) // 2
    left, right = balanced(operator, terms[:middle]), balanced(operator, terms[middle:])
    return Binary(operator, left, right, span=terms[0].span)


def _combinations(binders: Sequence[Binder], visit: Change) -> list[dict[str, Expr]] | None:
    found: list[dict[str, Expr]] = [{}]
    for binder in binders:
        extended: list[dict[str, Expr]] = []
        for chosen in found:
            members = _members(visit(substitute(binder.domain, chosen)))
            if members is None or len(extended) + len(members) > MOST_UNROLLED:
                return None
            extended += [{**chosen, binder.name: member} for member in members]
        found = extended
    return found


def _members(domain: Expr) -> list[Expr] | None:
    """The members of a set or constant range, in order."""
    if isinstance(domain, Items):
        lists = [_members(member) if isinstance(member, Range) else [member] for member in domain.members]
        if any(members is None for members in lists):
            return None
        return [member for members in lists if members for member in members]
    assert isinstance(domain, Range)
    low, high = value_of(domain.low), value_of(domain.high)
    if not isinstance(low, int) or not isinstance(high, int) or high - low >= MOST_UNROLLED:
        return None
    return [Number(value, span=domain.span) for value in range(low, high + 1)]
