"""Members of a set -> the condition that something is one of them."""

from __future__ import annotations

from oddsmith.plugin import Binary, Boolean, Compare, Expr, Number, Range


def one_of(element: Expr, members: list[Expr]) -> Expr:
    """`x=1 | x=2 | (x>=4 & x<=6)`; neighbours are joined to ranges."""
    found: Expr = Boolean(False)
    for low, high in _ranges(members):
        if low == high:
            part: Expr = Compare(element, (("=", low),))
        else:
            part = Binary("and", Compare(element, ((">=", low),)), Compare(element, (("<=", high),)))
        found = part if found == Boolean(False) else Binary("or", found, part)
    return found


def _ranges(members: list[Expr]) -> list[tuple[Expr, Expr]]:
    numbers = sorted({m.value for m in members if isinstance(m, Number)})
    found: list[tuple[Expr, Expr]] = []
    start = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            if place - start >= 2:
                found.append((Number(numbers[start]), Number(number)))
            else:
                found += [(Number(n), Number(n)) for n in numbers[start : place + 1]]
            start = place + 1
    found += [(m.low, m.high) for m in members if isinstance(m, Range)]
    return found + [(m, m) for m in members if not isinstance(m, Number | Range)]
