"""Variables in their short and long forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.expr.nodes import Name, Number
from oddsmith.spec.game import Game, Variable

Read = Callable[..., Game]
Codes = Callable[..., list[str]]


def variable(read: Read, text: str) -> Variable:
    (found,) = read(f"players: [ann, bob]\nconstants: {{N: 3}}\nvariables:\n  f: {text}").variables
    return found


def test_ranges(read: Read) -> None:
    short, long = variable(read, "0..N"), variable(read, "{range: 0..N, init: 2}")
    assert (short.low, short.high, short.init) == (Number(0), Name("N"), None)
    assert (long.low, long.high, long.init) == (Number(0), Name("N"), Number(2))


def test_truth_values_and_enumerations(read: Read) -> None:
    assert variable(read, "bool").type.kind == "bool"
    assert variable(read, "{type: bool, init: true}").type.kind == "bool"
    assert variable(read, "[on, off]").type.values == ("on", "off")
    assert variable(read, "{values: [on, off], init: off}").type.values == ("on", "off")


def test_arrays(read: Read) -> None:
    assert len(variable(read, "{array: 1..N, range: 0..9}").axes) == 1
    assert len(variable(read, "{array: [1..N, 1..2], range: 0..9, init: [[1, 2], [3, 4], [5, 6]]}").axes) == 2
    named = variable(read, "{array: {i: 1..N}, range: 0..9, init: i}")
    assert [axis.name for axis in named.axes] == ["i"]


def test_who_sees_it(read: Read) -> None:
    sees = variable(read, "{range: 0..5, sees: [ann]}").sees
    assert sees is not None
    assert [reference.name for reference in sees] == ["ann"]
    assert variable(read, "0..5").sees is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5", "E108"),
        ("boolean", "E108"),
        ("{init: 2}", "E203"),
        ("{range: 0..3, values: [a]}", "E108"),
        ("{type: real}", "E108"),
        ("{1, 3}", "E305"),
        ("{range: '{1, 3}'}", "E305"),
        ("[]", "E305"),
        ("[a, a]", "E204"),
        ("{array: [1..2, 1..2, 1..2], range: 0..1}", "E108"),
        ("{array: '{1, 3}', range: 0..1}", "E305"),
        ("{range: 0..3, init: {a: 1}}", "E108"),
        ("0..", "E301"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert codes(f"variables:\n  f: {text}") == [code]
