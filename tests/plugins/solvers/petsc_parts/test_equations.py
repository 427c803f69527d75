"""A portion as equations: known states leak, loops are left out, and the portion is as before afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from oddsmith_plugins.solvers.petsc_parts.equations import equations

LAZY = """\
game: lazy
variables: {f: {range: 0..2, init: 1}}
commands:
  - {when: f = 1, then: [{1/2: {f: 1}}, {1/4: {f: 0}}, {1/4: {f: 2}}]}
questions: {win: "P=? [F f = 2]"}
"""


def test_known_states_leak_and_loops_are_left_out(alone: Callable[[str], Any]) -> None:
    _, portion = alone(LAZY)
    before = portion.weight.copy()
    fixed = np.array([False, True, True])
    with equations(portion, fixed) as share:
        assert share.leak is not None
        sums = np.add.reduceat(share.weight, share.start[:-1])
        np.testing.assert_array_equal(sums + share.leak, [0.5, 1.0, 1.0])
        np.testing.assert_array_equal(share.leak, [0.0, 1.0, 1.0])
        np.testing.assert_array_equal(share.column, portion.column)
    np.testing.assert_array_equal(portion.weight, before)
