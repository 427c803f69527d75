"""Questions are checked with everything else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.expr.nodes import Name
from oddsmith.source import Source, Span
from oddsmith.spec.ask_syntax import parse_form
from oddsmith.spec.check.questions import conditions

Codes = Callable[..., list[str]]
HEAD = """
constants: {N: 3}
variables: {f: 0..3}
rewards: {bets: 1}
labels:
  won: f = 3
  at[k in 0..3]: f = k
questions:
"""


def question(text: str) -> str:
    return f"{HEAD}  q: {{ask: '{text}'}}"


@pytest.mark.parametrize(
    "text",
    [
        "P=? [F won]",
        "P=? [at[1] U at[2]]",
        "R{bets}=? [F won]",
        "R{steps}=? [F f = N]",
        "dist{bets} [F won]",
        "visits=? [won]",
    ],
)
def test_what_is_right(codes: Codes, text: str) -> None:
    assert codes(question(text)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("P=? F won", "E501"),
        ("P=? [F lost]", "E502"),
        ("P=? [F won] given [F lost]", "E502"),
        ("R{bet}=? [F won]", "E502"),
        ("P=? [F f]", "E302"),
        ("P=? [F at]", "E302"),
        ("<<ann>> Pmax=? [F won]", "E503"),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert codes(question(text)) == [code]


def test_conditions_must_be_constant(codes: Codes) -> None:
    assert codes(HEAD + "  q: {ask: 'P=? [F won]', when: f = 1}") == ["E304"]
    assert codes(HEAD + "  q[k in 0..f]: 'P=? [F won]'") == ["E304"]
    assert codes(HEAD + "  q[k in 0..N]: {ask: 'P=? [F at[k]]', expect: [{when: k = 1, value: 1}]}") == []


def test_the_conditions_of_every_form() -> None:
    def names(text: str) -> list[str]:
        found = conditions(parse_form(Span(Source("q", text), 0, len(text))))
        return [condition.name for condition in found if isinstance(condition, Name)]

    assert names("P=? [a U b] given [F c]") == ["a", "b", "c"]
    assert names("R{r}=? [F a]") == ["a"]
    assert names("R{r}=? [C]") == []
    assert names("visits=? [a]") == ["a"]
    assert names("dist{r} [F a]") == ["a"]
    assert names("smallest k with P [F<=k a] >= 1/2") == ["a"]
