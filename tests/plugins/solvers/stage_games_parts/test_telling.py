"""How crowds decide, by some variables."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith.expr.types import INT
from oddsmith.kernel.encoding import Encoding
from oddsmith.process.process import Parameter
from oddsmith.source import SpecError
from oddsmith_plugins.solvers.stage_games_parts.telling import by_variables

ENCODING = Encoding.of([Parameter("x", INT, 0, 1, 0), Parameter("hand", INT, 5, 9, 5)])
STATES = [(0, 5), (0, 6), (0, 8), (0, 9), (1, 5), (1, 5), (1, 6)]
ROWS = np.array([ENCODING.pack(state) for state in STATES])
SHARES = np.array([0, 0, 1, 1, 0, 0.5, -1], dtype=np.float32)


def test_stretches_of_the_last_variable_are_told_for_each_value_of_the_others() -> None:
    lines = by_variables(ENCODING, ROWS, SHARES, ("x", "hand"), "leave = 1").splitlines()
    assert lines[1:] == [
        "  x=0: never for hand 5..6, always for hand 8..9",
        "  x=1: 0 to 0.5 for hand 5",
    ]


def test_one_variable_is_enough_and_an_unknown_one_is_refused() -> None:
    assert by_variables(ENCODING, ROWS, SHARES, ("x",), "leave = 1").splitlines()[1:] == ["  0 to 1 for x 0..1"]
    with pytest.raises(SpecError, match="known: x, hand"):
        by_variables(ENCODING, ROWS, SHARES, ("gems",), "leave = 1")
