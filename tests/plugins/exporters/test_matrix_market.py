"""The matrix that SciPy reads has a row per choice, and rows that sum to 1."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.io import mmread

from oddsmith.testing.games import GAMBLER, WALK
from oddsmith_plugins.exporters.matrix_market import MatrixMarket
from plugins.explicit import exported


def test_a_chain_is_a_square_matrix(tmp_path: Path) -> None:
    matrix = mmread(exported(WALK, MatrixMarket(), tmp_path))
    assert matrix.shape == (6, 6)
    assert np.allclose(matrix.sum(axis=1), 1)
    assert not (tmp_path / "game.rows.mtx").exists()


def test_a_decision_process_has_a_row_per_choice_and_tells_whose(tmp_path: Path) -> None:
    matrix = mmread(exported(GAMBLER, MatrixMarket(), tmp_path))
    assert matrix.shape == (9, 6)
    assert mmread(tmp_path / "game.rows.mtx")[:, 0].tolist() == [1, 1, 2, 2, 3, 3, 4, 5, 6]
