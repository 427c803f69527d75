"""Constants are computed from one another, exactly, in any order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]


def values(game: Game) -> dict[str, object]:
    return {constant.name: constant.value for constant in game.constants}


def test_numbers_are_exact(read: Read) -> None:
    game = read("constants: {p: 0.6, q: 1e-3, r: 3/5, s: 1_000, t: -2}")
    assert values(game) == {"p": Fraction(3, 5), "q": Fraction(1, 1000), "r": Fraction(3, 5), "s": 1000, "t": -2}


def test_order_does_not_matter(read: Read) -> None:
    assert values(read("constants: {c: a + b, b: 2 * a, a: 3}")) == {"c": 9, "b": 6, "a": 3}


def test_functions_and_tables_may_be_used(read: Read) -> None:
    game = read(
        """
        constants:
          a: double(b) + t[2]
          b: 3
        functions: {double(x): 2 * x}
        tables: {t: [b, b + 1]}
        """
    )
    assert values(game)["a"] == 10


def test_values_of_enumerations(read: Read) -> None:
    game = read("constants: {start: roll}\nvariables: {phase: {values: [bet, roll], init: start}}")
    (constant,) = game.constants
    assert (constant.type.kind, constant.value) == ("enum", 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{a: b, b: a}", "E205"),
        ("{a: a + 1}", "E205"),
        ("{a: 1 / 0}", "E306"),
        ("{a: 1 % (2 - 2)}", "E306"),
        ("{a: bb, b: 1}", "E201"),
        ("{a: 1 + true}", "E302"),
        ("{a: 10 ^ 100000}", "E305"),
        ("{a: 1 +}", "E301"),
        ("{a: nan}", "E301"),
        ("[a, b]", "E108"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert codes(f"constants: {text}") == [code]


def test_a_long_chain_of_constants_is_no_problem(read: Read) -> None:
    chain = ", ".join(f"c{n}: c{n + 1} + 1" for n in range(2000))
    assert values(read(f"constants: {{{chain}, c2000: 0}}"))["c0"] == 2000
