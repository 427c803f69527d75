"""Lines are read as orders."""

from __future__ import annotations

import pytest

from oddsmith.run.play.match import OrderError
from oddsmith.run.play.orders import Order, order_of


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("", Order("roll")),
        ("\n", Order("roll")),
        ("2", Order("take", 2)),
        ("2.13", Order("take", 2, 13)),
        ("roll 3", Order("roll", 3)),
        ("u", Order("undo")),
        ("AUTO 10  # to the end", Order("auto", 10)),
        ("?", Order("help")),
        ("exit", Order("quit")),
    ],
)
def test_orders(line, order):
    assert order_of(line) == order


@pytest.mark.parametrize("line", ["rol", "2.x", "take me", "99999999999", "undo -1"])
def test_what_means_nothing(line):
    with pytest.raises(OrderError, match="means nothing"):
        order_of(line)
