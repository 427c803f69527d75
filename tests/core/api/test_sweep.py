"""Sweeps over constants."""

from __future__ import annotations

from math import isnan
from pathlib import Path

import numpy as np
import pytest

import oddsmith as od
from oddsmith.source import SpecError

SPECS = Path(__file__).parents[3] / "specs"


def test_every_combination_is_a_row() -> None:
    table = od.sweep(SPECS / "gambler.yaml", ["win", "win_min"], N=[4, 5], d=[1, 2])
    assert list(zip(table["N"], table["d"], strict=True)) == [(4, 1), (4, 2), (5, 1), (5, 2)]
    assert table["win"][3] == pytest.approx(21 / 31)
    assert table.problems == {}


def test_what_fails_leaves_a_gap() -> None:
    table = od.sweep(od.load(SPECS / "gambler.yaml"), "win", d=[2, 99])
    assert table["win"][0] == pytest.approx(21 / 31)
    assert isnan(table["win"][1])
    assert "99" in table.problems[99,]
    assert repr(table).endswith("1 row without an answer: see .problems")


def test_where_everything_fails_the_mistake_is_told() -> None:
    with pytest.raises(SpecError, match="there is no constant `M`"):
        od.sweep(od.load(SPECS / "gambler.yaml"), "win", M=[5, 6])
    with pytest.raises(SpecError, match="there is no question named winn"):
        od.sweep(od.load(SPECS / "gambler.yaml"), "winn", N=[5, 6])


def test_one_value_is_a_list_of_one_and_numbers_of_numpy_are_numbers() -> None:
    table = od.sweep(od.load(SPECS / "gambler.yaml"), "win", N=np.arange(4, 6), d=2, p="1/2", bet2=True)
    assert list(zip(table["N"], table["d"], table["p"], table["bet2"], strict=True)) == [
        (4, 2, "1/2", True),
        (5, 2, "1/2", True),
    ]
    assert table["win"][1] == pytest.approx(2 / 3)
    assert od.sweep(od.load(SPECS / "gambler.yaml"), "win", p=np.linspace(0.5, 0.5, 1))["win"][0] == table["win"][1]
