"""Values at states as maps, landscapes and curves."""

from __future__ import annotations

import json

import numpy as np
import pytest

from oddsmith.report.figure import figure_document
from oddsmith.report.landscape import landscape, profile

A, B = np.array([2, 1, 2]), np.array([False, False, True])


def test_a_place_for_each_state_and_the_others_stay_empty() -> None:
    figure = landscape("heat", "t", ("a", A), ("b", B), np.array([0.1, 0.2, 0.3]))
    assert (figure.xs, figure.ys) == ((1, 2), ("false", "true"))
    assert figure.z == ((0.2, 0.1), (None, 0.3))


def test_what_is_infinite_stays_empty_so_that_it_is_json() -> None:
    figure = landscape("heat", "t", ("a", A), ("b", B), np.array([np.inf, 0.2, 0.3]))
    assert figure.z[0] == (0.2, None)
    assert json.dumps(figure_document(figure), allow_nan=False)


def test_states_do_not_hide_each_other() -> None:
    with pytest.raises(ValueError, match="several states have the same a and b"):
        landscape("heat", "t", ("a", A), ("b", np.array([False, False, False])), np.array([0.1, 0.2, 0.3]))


def test_a_curve_is_in_the_order_of_its_variable() -> None:
    series = profile("win", np.array([3, 1]), np.array([1 / 3, 0.5]))
    assert (series.x, series.y) == ((1, 3), (0.5, 0.3333333333))
