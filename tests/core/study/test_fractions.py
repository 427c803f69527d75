"""Long fractions in digits."""

from __future__ import annotations

from pathlib import Path

from oddsmith.study.fractions import fractions_told
from oddsmith.study.perform import Result
from oddsmith.study.study import Cell


def test_numerator_denominator_and_decimals() -> None:
    cell = Cell("one", (("N", "2"),), {}, Path())
    answers = [{"name": "win", "exact": "1/7"}, {"name": "other", "exact": "1/3"}, {"name": "rough", "exact": None}]
    (told,) = fractions_told(Result(cell, {"answers": answers}), ("win", "rough"))
    assert told.title == "win exactly (N=2)"
    assert told.text[:4] == ("the numerator has 1 digit, the denominator 1", "1", "/", "7")
    assert told.text[4] == "= 0." + "142857" * 10 + "…"


def test_long_ones_are_wrapped() -> None:
    answers = [{"name": "win", "exact": f"{10**200}/{10**200 + 1}"}]
    (told,) = fractions_told(Result(Cell("one", (), {}, Path()), {"answers": answers}), ("win",))
    assert told.text[0] == "the numerator has 201 digits, the denominator 201"
    assert [len(line) for line in told.text[1:4]] == [90, 90, 21]
