"""Expected answers and how near is near enough."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from oddsmith.process.question import Expected
from oddsmith.spec.game import ExpectClause, Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
SPEC = "constants: {N: 3}\nvariables: {f: 0..3}\nquestions:\n  a: {ask: 'P=? [F f = 3]', expect: "


def clauses(read: Read, text: str) -> tuple[ExpectClause, ...]:
    return read(SPEC + text + "}").questions[0].expects


def expected(read: Read, text: str) -> Expected:
    (clause,) = clauses(read, text)
    return clause.expected


@pytest.mark.parametrize(
    ("text", "value", "tolerance"),
    [
        ("21/31", Fraction(21, 31), None),
        ("5", Fraction(5), None),
        ("1/N", Fraction(1, 3), None),
        (".5172", Fraction(5172, 10000), Fraction(1, 20000)),
        ("0.50", Fraction(1, 2), Fraction(1, 200)),
        ("1.8e-106", Fraction(18) / 10**107, Fraction(1, 2 * 10**107)),
        ("2e3", Fraction(2000), Fraction(500)),
        ("inf", float("inf"), None),
        ("true", True, None),
        ("{0: 1/2, 1: 1/2}", {0: Fraction(1, 2), 1: Fraction(1, 2)}, None),
        ("{0: 0.5, 1: 0.50}", {0: Fraction(1, 2), 1: Fraction(1, 2)}, Fraction(1, 20)),
        ("{value: 0.5, tolerance: 1e-9}", Fraction(1, 2), Fraction(1, 10**9)),
        ("{value: 0.0512345, digits: 3}", Fraction(512345, 10**7), Fraction(1, 20000)),
        ("{value: 42.9, digits: 3}", Fraction(429, 10), Fraction(1, 20)),
    ],
)
def test_values_and_tolerances(read: Read, text: str, value: object, tolerance: Fraction | None) -> None:
    found = expected(read, text)
    assert found.value == value
    assert type(found.value) is type(value)
    assert found.tolerance == tolerance


def test_sources_are_kept(read: Read) -> None:
    assert expected(read, "{value: 1/2, source: 'Table 3'}").source == "Table 3"


def test_a_list_has_conditions(read: Read) -> None:
    assert len(clauses(read, "[{when: N = 2, value: 1/2}, {when: N = 3, value: 1/3}, 1/4]")) == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("f", "E504"),
        ("often", "E504"),
        ("{value: 1, tolerance: -1}", "E504"),
        ("{value: 1, digits: 1/2}", "E504"),
        ("{value: 1, digits: 2, tolerance: 1}", "E504"),
        ("{0: 3/2}", "E504"),
        ("{value: {x: 1}}", "E504"),
        ("{valeu: 1}", "E202"),
        ("{value: 1, when: f = 1}", "E304"),
        ("[]", ""),
    ],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    found = codes(SPEC + text + "}")
    assert (found[0] if found else "") == code
