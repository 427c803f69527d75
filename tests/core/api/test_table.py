"""Columns with names."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith.api.table import SHOWN, Table


def test_columns_are_arrays() -> None:
    table = Table({"x": [1, 2], "y": [0.5, 0.25]})
    assert list(table) == ["x", "y"]
    assert table.rows == 2
    assert table["y"].sum() == 0.75
    assert list(table.where(table["x"] > 1)["y"]) == [0.25]


def test_long_tables_are_cut_where_they_are_shown() -> None:
    table = Table({"x": np.arange(SHOWN + 5)})
    assert repr(table).endswith("… 5 more rows")
    assert "5 more rows" in table._repr_html_()


def test_pandas_is_used_where_it_is_there() -> None:
    pandas = pytest.importorskip("pandas")
    assert isinstance(Table({"x": [1]}).pandas(), pandas.DataFrame)


def test_names_are_escaped() -> None:
    assert "<th>a&lt;b</th>" in Table({"a<b": [1]})._repr_html_()
