"""What depends on something broken is not complained about twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Codes = Callable[..., list[str]]


@pytest.mark.parametrize(
    "text",
    [
        "constants: {N: 1 +}\nvariables: {f: 0..N}\nlabels: {won: f = N}\ncommands: [{when: f < N, then: {f: f + N}}]",
        "variables: {f: 0.., g: 0..3}\ncommands: [{when: f > 1, then: {f: 2, g: f}}]\nquestions: {q: 'P=? [F f = 1]'}",
        "tables: {t: [1 +]}\nvariables: {f: 0..3}\ncommands:\n  - {when: f in t, draw: {a: {table: t}}, then: {}}",
        "functions: {g(x): x +}\nvariables: {f: 0..3}\nlabels: {won: g(f) = 1}",
        "variables: {f: 0..3}\nlabels: {won: f =, over: won}\nquestions: {q: 'P=? [F over or won]'}",
        "variables: {f: 0..3}\ncommands: [{let: {t: f +}, then: {f: t}}]",
        "variables: {f: 0..3}\ncommands: [{for: {p: 1}, then: {f: p}}]",
    ],
)
def test_one_mistake_is_one_complaint(codes: Codes, text: str) -> None:
    assert codes(text) == ["E301"]
