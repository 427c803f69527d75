"""Ranges and first values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Codes = Callable[..., list[str]]
HEAD = "constants: {N: 3, p: 1/2}\nvariables:\n  g: 0..1\n  f: "


@pytest.mark.parametrize(
    "text",
    [
        "{range: 0..N, init: N}",
        "{range: -5..-1}",
        "{array: 1..N, range: 1..N, init: [3, 2, 1]}",
        "{array: {i: 1..N}, range: 1..N, init: i}",
        "{array: {i: 1..N, j: 0..1}, range: 0..9, init: i * j}",
        "{type: bool, init: N > 2}",
        "{values: [a, b], init: b}",
        "{range: 0..2^62 - 1}",
    ],
)
def test_what_is_right(codes: Codes, text: str) -> None:
    assert codes(HEAD + text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5..3", "E305"),
        ("0..10^30", "E305"),
        ("{array: 3..1, range: 0..1}", "E305"),
        ("0..p", "E302"),
        ("0..true", "E302"),
        ("0..g", "E304"),
        ("0..M", "E201"),
        ("{range: 0..N, init: 4}", "E406"),
        ("{range: 0..N, init: true}", "E302"),
        ("{range: 0..N, init: g}", "E304"),
        ("{type: bool, init: 1}", "E302"),
        ("{values: [a, b], init: 1}", "E302"),
        ("{array: 1..N, range: 0..N, init: [1, 2]}", "E406"),
        ("{array: 1..N, range: 0..N, init: [1, 2, 7]}", "E406"),
        ("{array: 1..N, range: 0..N, init: [[1], [2], [3]]}", "E406"),
        ("{array: {i: 1..N}, range: 0..2, init: i}", "E406"),
        ("{range: 0..1 // 0}", "E306"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert codes(HEAD + text) == [code]
