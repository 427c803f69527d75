"""Overrides replace constants and keep their types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from oddsmith.source import Diagnostic
from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
SPEC = "constants: {N: 5, M: 2 * N, p: 3/5, one: 1.0, flag: false}"


def value(game: Game, name: str) -> object:
    return next(constant.value for constant in game.constants if constant.name == name)


def test_what_depends_on_an_override_follows(read: Read) -> None:
    game = read(SPEC, N="7")
    assert (value(game, "N"), value(game, "M")) == (7, 14)
    assert next(constant.text for constant in game.constants if constant.name == "N") == "7"


def test_overrides_may_be_expressions(read: Read) -> None:
    assert value(read(SPEC, N="3 + 4", p="1 - 0.25", flag="true"), "p") == Fraction(3, 4)


def test_a_number_may_become_whole_and_stays_a_number(read: Read) -> None:
    game = read(SPEC, p="1", one="1/2")
    assert value(game, "p") == 1
    assert {constant.name: constant.type.kind for constant in game.constants}["p"] == "number"
    assert value(game, "one") == Fraction(1, 2)


@pytest.mark.parametrize(
    ("overrides", "code"),
    [
        ({"M2": "3"}, "E701"),
        ({"N": "0.5"}, "E702"),
        ({"N": "true"}, "E702"),
        ({"flag": "1"}, "E702"),
        ({"N": "3 +"}, "E301"),
        ({"N": ""}, "E301"),
        ({"N": "Q"}, "E201"),
        ({"N": "M"}, "E205"),
    ],
)
def test_what_is_refused(codes: Codes, overrides: dict[str, str], code: str) -> None:
    assert codes(SPEC, **overrides) == [code]


def test_an_unknown_override_has_a_suggestion(complaints: Callable[..., Sequence[Diagnostic]]) -> None:
    (diagnostic,) = complaints("constants: {limit: 3}", limt="4")
    assert diagnostic.fix == "did you mean `limit`?"


def test_a_constant_cannot_depend_on_the_state(codes: Codes) -> None:
    assert codes("constants: {a: f + 1}\nvariables: {f: 0..3}") == ["E304"]


def test_a_broken_constant_causes_one_complaint(codes: Codes) -> None:
    text = "constants: {a: 1 +, b: a, c: 2 * b}\nvariables: {f: 0..a}\nlabels: {won: f = c}"
    assert codes(text) == ["E301"]


UNSET = "constants: {N: , M: N + 1}\nvariables: {f: 0..M}\ncommands: [{when: f < M, then: {f: f + 1}}]"


def test_a_constant_without_a_value_takes_that_of_the_command_line(read: Read) -> None:
    game = read(UNSET, N="3")
    assert (value(game, "N"), value(game, "M")) == (3, 4)


def test_a_constant_that_is_not_set_hides_what_depends_on_it(codes: Codes) -> None:
    assert codes(UNSET) == ["E309"]
