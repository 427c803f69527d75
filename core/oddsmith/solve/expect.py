"""An answer and what was expected -> whether they agree."""

from __future__ import annotations

import math
from fractions import Fraction

from oddsmith.process.question import Expected
from oddsmith.solve.answer import Spread
from oddsmith.solve.bounded import Bounded


def agrees(expected: Expected, value: Bounded | bool | Spread) -> bool:
    """Exact answers are compared exactly (within the tolerance, if one is given); others may differ by their bounds."""
    wanted = expected.value
    tolerance = expected.tolerance or Fraction(0)
    if isinstance(wanted, dict):
        return isinstance(value, Spread) and _same_spread(wanted, value, tolerance)
    if isinstance(wanted, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(wanted, bool) and value == wanted
    if isinstance(value, Spread):
        return False
    return _same_number(wanted, value, tolerance)


def _same_number(wanted: Fraction | float, value: Bounded, tolerance: Fraction) -> bool:
    if isinstance(wanted, float) and not math.isfinite(wanted):
        return value.lower == value.upper == wanted
    if not all(map(math.isfinite, (value.lower, value.upper))):
        return False
    target = Fraction(wanted)
    if isinstance(value.exact, Fraction):
        return abs(value.exact - target) <= tolerance
    return Fraction(value.lower) - tolerance <= target <= Fraction(value.upper) + tolerance


def _same_spread(wanted: dict[int, Fraction], spread: Spread, tolerance: Fraction) -> bool:
    """Every value has the expected probability; values that are not listed have none."""
    found = {Fraction(k): place for place, k in enumerate(spread.support)}
    for k in {Fraction(w) for w in wanted} | set(found):
        target = wanted.get(int(k), Fraction(0)) if k.denominator == 1 else Fraction(0)
        place = found.get(k)
        if place is None:
            number = Bounded.of(Fraction(0))
        elif spread.exact is not None:
            number = Bounded.of(spread.exact[place])
        else:
            number = Bounded(spread.probability[place], spread.lower[place], spread.upper[place])
        if not _same_number(target, number, tolerance):
            return False
    return True
