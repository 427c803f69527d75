"""What names mean, and which types go together."""

from __future__ import annotations

import pytest

from oddsmith.expr.scope import UNKNOWN, Scope, Signature, fits, join, words
from oddsmith.expr.types import BOOL, INT, NUMBER, Type

COLOUR = Type("enum", ("red", "blue"))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (INT, INT, INT),
        (INT, NUMBER, NUMBER),
        (NUMBER, INT, NUMBER),
        (INT, BOOL, None),
        (COLOUR, INT, None),
        (COLOUR, Type("enum", ("red",)), None),
        (UNKNOWN, BOOL, BOOL),
        (COLOUR, UNKNOWN, COLOUR),
    ],
)
def test_the_smallest_common_type(left: Type, right: Type, expected: Type | None) -> None:
    assert join(left, right) == expected


def test_whole_numbers_are_numbers_but_not_the_other_way_round() -> None:
    assert fits(INT, NUMBER)
    assert not fits(NUMBER, INT)
    assert not fits(BOOL, INT)
    assert fits(UNKNOWN, COLOUR)
    assert fits(COLOUR, UNKNOWN)


def test_binding_hides_and_leaves_the_outer_scope_alone() -> None:
    outer = Scope({"i": BOOL}, functions={"f": Signature((INT,), INT)})
    inner = outer.bind({"i": INT, "j": INT})
    assert (outer.names["i"], inner.names["i"]) == (BOOL, INT)
    assert sorted(inner.known()) == ["f", "i", "j"]


def test_types_in_words() -> None:
    assert [words(t) for t in (INT, NUMBER, BOOL, COLOUR, UNKNOWN)] == [
        "a whole number",
        "a number",
        "a truth value",
        "one of red, blue",
        "unknown",
    ]
