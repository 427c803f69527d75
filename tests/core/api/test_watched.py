"""Chains that are watched now and then."""

from __future__ import annotations

import numpy as np
import pytest

import oddsmith as od
from oddsmith.source import SpecError

TURNS = """\
game: turns
variables: {turn: {range: 1..2, init: 1}, x: 0..2}
commands:
  - {when: turn = 1 and x < 2, then: [1/2: {x: x + 1, turn: 2}, 1/2: {turn: 2}]}
  - {when: turn = 2 and x < 2, then: [1/2: {x: x + 1, turn: 1}, 1/2: {turn: 1}]}
"""


def test_two_turns_are_one_step_where_only_the_first_player_is_watched() -> None:
    found = od.loads(TURNS).matrix("turn = 1")
    places = {name: n for n, name in enumerate(found.names())}
    assert set(places) == {"1,0", "1,1", "1,2"}
    start = found.matrix[places["1,0"]]
    assert [start[places[name]] for name in ("1,0", "1,1", "1,2")] == pytest.approx([0.25, 0.5, 0.25])
    # from x=1 player 1 may win himself: then nobody comes back to turn 1
    assert found.matrix[places["1,1"]].sum() == pytest.approx(0.5)


def test_the_whole_matrix_is_stochastic() -> None:
    assert np.allclose(od.loads(TURNS).matrix().matrix.sum(axis=1), 1.0)


def test_where_somebody_decides_there_is_no_matrix() -> None:
    text = "game: g\ntype: mdp\nvariables: {x: 0..1}\ncommands: [{then: {x: 1}}, {then: {x: 0}}]\n"
    with pytest.raises(SpecError, match="no transition matrix"):
        od.loads(text).matrix()
