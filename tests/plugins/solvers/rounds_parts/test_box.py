"""Layouts: any axis outermost, all of it or a part; blocks that cover the box exactly once."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from oddsmith_plugins.solvers.rounds_parts.box import CHUNK, LINE, Layout, blocks_of

SIZES = (5, 3, 40, 30)


def all_cells(layout: Layout):
    ranges = [range(size) for size in layout.sizes]
    ranges[layout.order[0]] = range(layout.first, layout.last)
    return product(*ranges)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 0, 1, 3), (3, 2, 1, 0)])
def test_every_cell_has_a_place_of_its_own(order):
    layout = Layout(SIZES, order, 1, 3)
    places = [layout.place(cell) for cell in all_cells(layout)]
    assert len(set(places)) == len(places) == np.prod(layout.shape)
    assert min(places) == 0
    assert max(places) == layout.length - 1


def test_cells_that_are_elsewhere_have_no_place():
    layout = Layout(SIZES, (1, 0, 2, 3), 1, 2)
    assert layout.place((0, 0, 0, 0)) is None
    assert layout.place((4, 1, 39, 29)) is not None
    assert layout.place((0, 2, 0, 0)) is None


def test_the_view_of_the_cells_agrees_with_their_places():
    layout = Layout(SIZES, (2, 0, 1, 3), 7, 11)
    vector = np.arange(layout.length, dtype=float)
    view = layout.cells(vector)
    assert view.shape == (4, 5, 3, 30)
    for cell in [(0, 0, 7, 0), (4, 2, 10, 29), (1, 2, 8, 17)]:
        assert view[cell[2] - 7, cell[0], cell[1], cell[3]] == layout.place(cell)


def test_long_distances_are_an_odd_number_of_cache_lines():
    layout = Layout((64, 64, 64), (0, 1, 2), 0, 64)
    assert layout.strides[0] % (2 * LINE) == LINE


@pytest.mark.parametrize("leading", [None, 0, 1])
def test_blocks_cover_the_box_once_and_the_leading_axis_numbers_them_first(leading):
    layout = Layout(SIZES, (0, 1, 2, 3), 0, 5)
    blocks = blocks_of(layout, (2,), leading)
    assert blocks.lane == 3
    assert blocks.outer == ((1, 0) if leading == 1 else (0, 1))
    assert blocks.inner * SIZES[blocks.outer[0]] * blocks.cells == np.prod(SIZES)
    assert blocks.padded % CHUNK == 0


def test_a_layer_that_leaves_only_the_leading_axis_has_single_lanes():
    blocks = blocks_of(Layout((4, 6), (0, 1), 0, 4), (1,), 0)
    assert (blocks.lane, blocks.lanes, blocks.rows, blocks.inner) == (None, 1, 6, 1)
