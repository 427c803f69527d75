"""An exact answer -> its fraction in digits, as people print long ones."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from textwrap import wrap

from oddsmith.run.quantities import counted
from oddsmith.study.perform import Result, Told, at

DECIMALS = 60
LINE = 90


def fractions_told(result: Result, questions: tuple[str, ...]) -> Iterator[Told]:
    """For each of the questions that has an exact answer: numerator, denominator, decimals."""
    for answer in (result.document or {}).get("answers", ()):
        if answer["name"] in questions and isinstance(answer.get("exact"), str):
            yield Told(f"{answer['name']} exactly{at(result.cell)}", tuple(_lines(Fraction(answer["exact"]))))


def _lines(value: Fraction) -> Iterator[str]:
    top, bottom = str(abs(value.numerator)), str(value.denominator)
    sign = "-" if value < 0 else ""
    yield f"the numerator has {counted(len(top), 'digit')}, the denominator {len(bottom):,}"
    yield from wrap(sign + top, LINE)
    yield "/"
    yield from wrap(bottom, LINE)
    shown = str(abs(value.numerator) * 10**DECIMALS // value.denominator).zfill(DECIMALS + 1)
    yield f"= {sign}{shown[:-DECIMALS]}.{shown[-DECIMALS:]}…"
