"""No name means two things."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from oddsmith.source import Diagnostic

Codes = Callable[..., list[str]]


@pytest.mark.parametrize(
    "text",
    [
        "constants: {a: 1}\nvariables: {a: 0..1}",
        "constants: {a: 1}\ntables: {a: [1]}",
        "variables: {a: 0..1}\nlabels: {a: true}",
        "variables: {a: 0..1, b: [a, c]}",
        "variables: {b: [a, c], a: 0..1}",
        "variables: {b: [x, y], c: [y, x]}",
        "variables: {a: 0..1}\nmodules: {m: {variables: {a: 0..1}}}",
        "variables: {a: 0..1}\nquestions:\n  q: P=? [F a = 1]\n  q[k in 0..1]: P=? [F a = k]",
    ],
)
def test_names_are_given_once(codes: Codes, text: str) -> None:
    assert codes(text) == ["E204"]


@pytest.mark.parametrize(
    "text",
    [
        "functions: {a(): 1}\nvariables: {a: 0..1}",
        "variables: {b: [x, y], c: [x, y]}",
        "variables: {a: 0..1}\nrewards: {a: 1}\nquestions:\n  a: P=? [F a = 1]",
        "variables: {v: 0..1}\nmodules: {m: {variables: {v: 0..1}}}\ninstances: {left: m}",
    ],
)
def test_some_rooms_of_names_are_apart(codes: Codes, text: str) -> None:
    assert codes(text) == []


def test_both_places_are_shown(complaints: Callable[..., Sequence[Diagnostic]]) -> None:
    (diagnostic,) = complaints("constants: {a: 1}\nvariables: {a: 0..1}")
    assert diagnostic.notes == ("first at test.yaml:2:13",)
    assert diagnostic.span is not None
    assert diagnostic.span.place == "test.yaml:3:13"
