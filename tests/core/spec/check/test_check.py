"""Labels, rewards, modules and instances."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Codes = Callable[..., list[str]]
HEAD = "constants: {N: 3}\nvariables: {f: 0..3, on: bool}\ncommands: [{action: go, then: {f: 1}}]\n"


@pytest.mark.parametrize(
    "text",
    [
        "labels: {a: b or on, b: f = N}",
        "labels:\n  at[k in 0..N]: f = k\n  low: at[0] or at[1]",
        "rewards: {r: [{action: go, gain: next(f) - f}, {when: on, gain: 1/2}]}",
    ],
)
def test_what_is_right(codes: Codes, text: str) -> None:
    assert codes(HEAD + text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("labels: {a: f}", "E302"),
        ("labels: {a: not b, b: not a}", "E205"),
        ("labels: {a: a or on}", "E205"),
        ("labels:\n  at[k in 0..f]: f = k", "E304"),
        ("labels:\n  at[k in 0..3]: f = k\n  b: at", "E302"),
        ("rewards: {r: on}", "E302"),
        ("rewards: {r: next(f)}", "E307"),
        ("rewards: {r: [{when: f, gain: 1}]}", "E302"),
        ("modules: {m: {parameters: {n: f}}}", "E304"),
        ("modules: {m: {variables: {v: 0..n}}}", "E201"),
        ("modules: {m: {parameters: {n: 1}}}\ninstances: {a: {module: m, parameters: {n: f}}}", "E304"),
        ("modules: {m: {commands: [{when: f, then: {}}]}}", "E302"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert codes(HEAD + text) == [code]
