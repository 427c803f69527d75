"""Values in CSV and YAML -> the cells of a table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.source import Source, SpecError
from oddsmith.spec.read.cells import Shape, cells_of

LINE = Shape("t", ((1, 3),))
GRID = Shape("t", ((1, 2), (0, 1)))


def values(text: str, form: str, shape: Shape) -> list[Fraction]:
    return [cell.value for cell in cells_of(Source("file", text), form, shape)]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("[1, 1/2, 2.5e-1]", "yaml"),
        ("{3: 0.25, 1: 1, 2: 0.5}", "yaml"),
        ("1, 1/2, 0.25\n", "csv"),
        ("1\n0.5 # half\n\n.25", "csv"),
        ("value\n1\n0.5\n0.25", "csv"),
        ("index;value\n3;0.25\n1;1\n2;0.5", "csv"),
    ],
)
def test_one_axis(text: str, form: str) -> None:
    assert values(text, form, LINE) == [1, Fraction(1, 2), Fraction(1, 4)]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("[[1, 2], [3, 4]]", "yaml"),
        ("{2: [3, 4], 1: {1: 2, 0: 1}}", "yaml"),
        ("1,2\n3,4", "csv"),
        ("no,yes\n1,2\n3,4", "csv"),
        ("card,no,yes\n2,3,4\n1,1,2", "csv"),
    ],
)
def test_two_axes(text: str, form: str) -> None:
    assert values(text, form, GRID) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "form", "shape", "message"),
    [
        ("1,2", "csv", LINE, r"1 of 3 values for `t` are missing: \[3\]"),
        ("1,2,3,4", "csv", LINE, r"no cell \[4\] in `t`, which takes 3 numbers \(1..3\)"),
        ("1,nan,3", "csv", LINE, "file:1:3: error E722: `nan` is no number"),
        ("1,inf,3", "csv", LINE, "`inf` is no number"),
        ("nan", "csv", LINE, "file:1:1: error E722: `nan` is no number"),
        ("one,two", "csv", LINE, "file:1:1: error E722: `one` is no number"),
        ("NaN,1\n2,3", "csv", GRID, "file:1:1: error E722: `NaN` is no number"),
        ("1,2/0,3", "csv", LINE, "`2/0` is no number"),
        ("1,1e9999,3", "csv", LINE, "`1e9999` is no number"),
        ("1,,3", "csv", LINE, "`` is no number"),
        ("index,value\n1,1\n1,1\n2,1\n3,1", "csv", LINE, r"\[1\] of `t` is given twice"),
        ("index,value\na,1", "csv", LINE, "`a` is no index"),
        ("", "csv", LINE, "3 of 3 values"),
        ("3", "yaml", LINE, "takes 3 numbers"),
        ("{a: 1}", "yaml", LINE, "`a` is no index"),
        ("[1, [2], 3]", "yaml", LINE, "not a list"),
        ("[1, 2]", "yaml", GRID, r"takes 2 rows \(1..2\) of 2 numbers \(0..1\), not the text"),
        ("1,2\n3,4\n5,6", "csv", GRID, r"no cell \[3, 0\]"),
        ("1,2", "csv", GRID, r"missing: \[2, 0\], \[2, 1\]"),
    ],
)
def test_what_does_not_fit(text: str, form: str, shape: Shape, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        cells_of(Source("file", text), form, shape)
