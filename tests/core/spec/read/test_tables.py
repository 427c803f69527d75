"""Tables: lists, maps, rows, defaults."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("text", "axes", "values"),
    [
        ("[3, 1/2, N]", ((1, 3),), (3, Fraction(1, 2), 7)),
        ("{4: 14, 6: 38}", ((4, 6),), (14, None, 38)),
        ("{default: 0, 4: 14, N: 38}", ((4, 7),), (14, 0, 0, 38)),
        ("[[1, 2], [3, 4]]", ((1, 2), (1, 2)), (1, 2, 3, 4)),
        ("{5: [1, 2], 7: [3, 4]}", ((5, 7), (1, 2)), (1, 2, None, None, 3, 4)),
        ("{0: {0: 1}, 1: {1: 2}}", ((0, 1), (0, 1)), (1, None, None, 2)),
        ("[true, false]", ((1, 2),), (True, False)),
        ("[min(3, 2), 4]", ((1, 2),), (2, 4)),
    ],
)
def test_forms(read: Read, text: str, axes: object, values: object) -> None:
    (table,) = read(f"constants: {{N: 7}}\ntables: {{t: {text}}}").tables
    assert (table.axes, table.values) == (axes, values)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3", "E108"),
        ("[]", "E305"),
        ("{default: 1}", "E305"),
        ("[1, [2]]", "E108"),
        ("{0: 1, 10^9: 2}", "E305"),
        ("{1/2: 1}", "E302"),
        ("{1: 1, 2 - 1: 2}", "E204"),
        ("[f]", "E304"),
        ("[1 / 0]", "E306"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert codes(f"variables: {{f: 0..3}}\ntables:\n  t: {text}") == [code]
