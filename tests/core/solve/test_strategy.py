"""What a strategy says at a packed state: the way in for those who play."""

from __future__ import annotations

import numpy as np

from oddsmith.expr.types import INT
from oddsmith.kernel.encoding import Encoding
from oddsmith.process.process import Parameter
from oddsmith.solve.strategy import Strategy
from oddsmith.space.space import StateSpace
from oddsmith.testing.small import stored_of


def space():
    transitions = stored_of([[{0: 1}, {1: 1}], {1: 1}])
    encoding = Encoding.of([Parameter("f", INT, 0, 9, 0)])
    rows = np.array([encoding.pack([4]), encoding.pack([7])])
    return StateSpace(encoding, rows, transitions, np.array([0, 1, -1], dtype=np.int32), ("stay", "go"))


def test_the_choice_at_a_packed_state():
    game = space()
    strategy = Strategy(game, np.array([1, 2]))
    assert strategy.at(game.encoding.pack([4])) == 1
    assert strategy.at(game.encoding.pack([7])) == 0
    assert strategy.at(game.encoding.pack([5])) is None


def test_the_choice_after_a_number_of_steps():
    game = space()
    twice = StateSpace(
        game.encoding, game.rows[[0, 0]], stored_of([[{1: 1}, {0: 1}], [{0: 1}, {1: 1}]]), np.zeros(4, np.int32), ("x",)
    )
    strategy = Strategy(twice, np.array([1, 2]), np.array([0, 1], dtype=np.int32))
    row = game.encoding.pack([4])
    assert [strategy.at(row, steps) for steps in (0, 1, 7)] == [1, 0, 0]
