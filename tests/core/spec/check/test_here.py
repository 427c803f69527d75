"""What names mean at one place."""

from __future__ import annotations

from oddsmith.expr.scope import Scope
from oddsmith.expr.types import BOOL, INT
from oddsmith.spec.check.here import Here

OUTSIDE = Here(
    Scope({"N": INT, "f": INT}, {"pos": (INT, 1)}), frozenset({"f", "pos"}), variables=frozenset({"f", "pos"})
)


def test_an_index_hides_a_variable() -> None:
    inner = OUTSIDE.bind({"f": BOOL})
    assert inner.scope.names["f"] == BOOL
    assert "f" not in inner.moving
    assert "f" not in inner.variables
    assert inner.local == {"f"}


def test_a_draw_changes_but_gets_no_value() -> None:
    inner = OUTSIDE.bind({"a": INT}, moving=True)
    assert "a" in inner.moving
    assert "a" not in inner.variables


def test_a_bound_name_hides_an_array() -> None:
    assert "pos" not in OUTSIDE.bind({"pos": INT}).scope.arrays


def test_only_gains_see_the_next_state() -> None:
    assert not OUTSIDE.scope.allow_next
    assert OUTSIDE.gains().scope.allow_next
