"""Sweeps over constants."""

from __future__ import annotations

from math import isnan
from pathlib import Path

import pytest

import oddsmith as od

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
