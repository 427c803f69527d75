"""What is kept is what was counted, to the last digit."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np

from oddsmith_plugins.solvers.simulation_parts.kept import restore, save
from oddsmith_plugins.solvers.simulation_parts.tallies import Tally
from oddsmith_plugins.solvers.simulation_parts.team import Played


def test_there_and_back(tmp_path: Path) -> None:
    values = np.array([1 / 3, 0.1, np.nan, inf, 2.0, 2.0])
    played = Played(6, 70, 1, [Tally.of(values, True), Tally.of(values, False)])
    save(tmp_path, played)
    assert restore(tmp_path) == played


def test_nothing_was_kept(tmp_path: Path) -> None:
    assert restore(None) is None
    assert restore(tmp_path) is None
