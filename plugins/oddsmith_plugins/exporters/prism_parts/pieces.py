"""Values by whole number -> one expression: ranges of the number, searched by halves.

Neighbours with the same value, or with values that rise with the number, share a range; where there is no value at
all, the number cannot occur, and any range may take it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from oddsmith.plugin import Binary, Compare, Expr, If, Number


@dataclass(frozen=True)
class Stretch:
    """Up to `high`: the value, or (`shift` is not None) the number plus `shift`."""

    high: int
    value: Expr
    shift: int | None = None

    def expression(self, subject: Expr) -> Expr:
        if self.shift is None:
            return self.value
        if self.shift == 0:
            return subject
        return Binary("+" if self.shift > 0 else "-", subject, Number(abs(self.shift)))


def piecewise(subject: Expr, low: int, values: Sequence[Expr | None]) -> Expr | None:
    """The expression that has `values[n - low]` where the subject is n; None if there is no value anywhere."""
    stretches = _stretches(low, values)
    return _searched(subject, stretches) if stretches else None


def _stretches(low: int, values: Sequence[Expr | None]) -> list[Stretch]:
    found: list[Stretch] = []
    place = 0
    while place < len(values):
        value = values[place]
        if value is None:
            place += 1
            continue
        same, shift = _same(values, place), _shift(value, low + place)
        rising = place if shift is None else _rising(values, place, low, shift)
        if rising > same and rising - place >= 2:
            found.append(Stretch(low + rising, value, shift))
            place = rising + 1
        else:
            found.append(Stretch(low + same, value))
            place = same + 1
    return found


def _same(values: Sequence[Expr | None], place: int) -> int:
    """The last place up to which the values are those of `place`, or missing."""
    last = place
    for other in range(place + 1, len(values)):
        if values[other] is None:
            continue
        if values[other] != values[place]:
            break
        last = other
    return last


def _rising(values: Sequence[Expr | None], place: int, low: int, shift: int) -> int:
    last = place
    for other in range(place + 1, len(values)):
        value = values[other]
        if value is None:
            continue
        if _shift(value, low + other) != shift:
            break
        last = other
    return last


def _shift(value: Expr | None, number: int) -> int | None:
    if isinstance(value, Number) and isinstance(value.value, int):
        return value.value - number
    return None


def _searched(subject: Expr, stretches: Sequence[Stretch]) -> Expr:
    if len(stretches) == 1:
        return stretches[0].expression(subject)
    middle = len(stretches) // 2
    below, above = _searched(subject, stretches[:middle]), _searched(subject, stretches[middle:])
    return If(Compare(subject, (("<=", Number(stretches[middle - 1].high)),)), below, above)
