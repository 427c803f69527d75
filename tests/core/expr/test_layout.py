"""Cells stand row by row."""

from __future__ import annotations

import pytest

from oddsmith.expr.layout import Axes, cell_count, flat_index


@pytest.mark.parametrize(
    ("axes", "indices", "expected"),
    [
        (((1, 3),), (1,), 0),
        (((1, 3),), (3,), 2),
        (((1, 3),), (0,), None),
        (((1, 3),), (4,), None),
        (((0, 1), (5, 7)), (1, 5), 3),
        (((0, 1), (5, 7)), (0, 8), None),
        ((), (), 0),
    ],
)
def test_places_of_cells(axes: Axes, indices: tuple[int, ...], expected: int | None) -> None:
    assert flat_index(axes, indices) == expected


def test_number_of_cells() -> None:
    assert [cell_count(axes) for axes in (((1, 3),), ((0, 1), (5, 7)), ((1, 0),), ())] == [3, 6, 0, 1]
