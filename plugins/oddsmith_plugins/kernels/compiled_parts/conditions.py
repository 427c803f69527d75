"""Comparisons and their joints -> truth values of the dialect, decided at once where bounds allow."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith_plugins.kernels.compiled_parts.terms import NO, YES, Ratio, Term, Truth, Whole, negative, times, whole

PYTHON = {"=": "==", "==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def compared(left: Term, operator: str, right: Term) -> Truth:
    """`left operator right`, exactly: fractions are multiplied out."""
    if isinstance(left, Ratio) or isinstance(right, Ratio):
        left, right = _multiplied_out(left, right)
    a, b = whole(left), whole(right)
    decided = _decided(a, operator, b) if a.safe and b.safe else None
    if decided is not None:
        return YES if decided else NO
    return Truth(f"({a.tight} {PYTHON[operator]} {b.tight})")


def _multiplied_out(left: Term, right: Term) -> tuple[Term, Term]:
    """Both sides times the bottoms, which are made positive first."""
    sides = []
    for term in (left, right):
        one = term if isinstance(term, Ratio) else Ratio(whole(term), Whole("1", 1, 1))
        if one.bottom.high < 0:
            one = Ratio(whole(negative(one.top)), whole(negative(one.bottom)))
        elif one.bottom.low < 0:
            one = Ratio(whole(times(one.top, one.bottom)), whole(times(one.bottom, one.bottom)))
        sides.append(one)
    a, b = sides
    if a.bottom == b.bottom:
        return a.top, b.top
    return times(a.top, b.bottom), times(b.top, a.bottom)


def _decided(a: Whole, operator: str, b: Whole) -> bool | None:
    """What the bounds alone say."""
    apart = a.high < b.low or b.high < a.low
    same = a.known is not None and a.known == b.known
    match operator:
        case "=" | "==":
            return False if apart else True if same else None
        case "!=":
            return True if apart else False if same else None
        case "<":
            return True if a.high < b.low else False if a.low >= b.high else None
        case "<=":
            return True if a.high <= b.low else False if a.low > b.high else None
        case ">":
            return _decided(b, "<", a)
    return _decided(b, "<=", a)


def joined(operator: str, terms: Iterable[Truth]) -> Truth:
    """`and` or `or` of many, flat, without those that decide nothing."""
    decides = operator == "or"
    kept: list[Truth] = []
    for term in terms:
        if term.known is None:
            kept.append(term)
        elif term.known == decides:
            kept.append(term)
            break
    if not kept:
        return NO if decides else YES
    if len(kept) == 1:
        return kept[0]
    texts = [term.text if term.joint == operator else term.tight for term in kept]
    return Truth(f" {operator} ".join(texts), None, operator)


def inverted(term: Truth) -> Truth:
    if term.known is not None:
        return NO if term.known else YES
    return Truth(f"(not {term.tight})")
