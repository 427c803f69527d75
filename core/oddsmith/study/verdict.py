"""A number that a paper prints and the one found here -> a verdict.

A printed decimal stands for the interval of half a unit of its last digit around it; the bounds found here must meet
it. If they do not, but cutting off the digits instead of rounding gives what is printed, the paper truncates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from oddsmith.study.quantity import Found
from oddsmith.study.study import Printed


class Verdict(Enum):
    """What is to be said of a published number; the value is the sign that stands for it."""

    AGREES = "✓"
    TRUNCATES = "✓ cut off"
    FILLED = "new"
    WRONG = "✗ paper wrong"
    DIFFERS = "✗ differs"
    UNDECIDED = "undecided"
    MISSING = "no answer"


@dataclass(frozen=True)
class Judged:
    """A published number beside ours."""

    printed: Printed
    found: Found | None
    verdict: Verdict
    other: Found | None = None
    """The other side of a claim."""

    @property
    def alarming(self) -> bool:
        """Whether somebody has to look at it: nothing explains the difference."""
        return self.verdict is Verdict.DIFFERS


def judge(printed: Printed, found: Found | None) -> Judged:
    """Compare; a difference that the pipeline explains (`wrong:`) is the paper's, any other is alarming."""
    if found is None:
        return Judged(printed, None, Verdict.MISSING)
    if printed.gap:
        return Judged(printed, found, Verdict.FILLED)
    verdict = _compared(printed, found)
    if printed.wrong:
        # an explanation for a difference that is not there would be a mistake of ours
        verdict = Verdict.WRONG if verdict is Verdict.DIFFERS else Verdict.DIFFERS
    return Judged(printed, found, verdict)


def _compared(printed: Printed, found: Found) -> Verdict:
    if isinstance(found.value, bool | str):
        return Verdict.AGREES if str(found.value).lower() == printed.text.lower() else Verdict.DIFFERS
    wanted = decimal(printed.text)
    if wanted is None or found.lower is None or found.upper is None:
        return Verdict.DIFFERS
    value, unit = wanted
    tolerance = Fraction(printed.tolerance) if printed.tolerance else unit / 2
    if found.lower - tolerance <= value <= found.upper + tolerance:
        return Verdict.AGREES
    return Verdict.TRUNCATES if _cut_off(found.lower, found.upper, value, unit) else Verdict.DIFFERS


def decimal(text: str) -> tuple[Fraction, Fraction] | None:
    """The number that is printed, and the unit of its last digit (0 for whole numbers and fractions: exact)."""
    text = text.replace(",", "").replace("_", "").strip()
    match = re.fullmatch(r"[-+]?\d*\.?(\d*)(?:[eE]([-+]?\d{1,4}))?", text)
    if match is not None and any(c.isdigit() for c in text):
        inexact = "." in text or match[2] is not None
        unit = Fraction(10) ** (int(match[2] or 0) - (len(match[1]) if "." in text else 0))
        return Fraction(text), unit if inexact else Fraction(0)
    try:
        return Fraction(text), Fraction(0)
    except (ValueError, ZeroDivisionError):
        return None


def _cut_off(lower: Fraction, upper: Fraction, value: Fraction, unit: Fraction) -> bool:
    """Whether a number between the bounds begins with these digits, and goes on after the unit of the last one."""
    if value < 0 or upper < 0:
        lower, upper, value = -upper, -lower, -value
    return value <= upper and lower < value + unit
