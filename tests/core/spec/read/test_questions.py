"""Questions: text, families, conditions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
SPEC = "constants: {N: 3}\nvariables: {f: 0..3}\nlabels:\n  won: f = 3\n  at[k in 0..3]: f = k\nquestions:\n"


def test_short_and_long_forms(read: Read) -> None:
    short, long = read(SPEC + "  a: P=? [F won]\n  b: {ask: 'P=? [F won]', when: N > 2}").questions
    assert short.text == long.text == short.ask.text == "P=? [F won]"


def test_families(read: Read) -> None:
    (question,) = read(SPEC + "  go[k in 0..N]: 'P=? [F at[k]]'").questions
    assert (question.name, [binder.name for binder in question.family]) == ("go", ["k"])


def test_text_over_several_lines_and_with_escapes(read: Read) -> None:
    first, second = read(SPEC + '  a: >-\n    P=?\n    [F won]\n  b: "P=? [F \\"won\\"]"').questions
    assert first.text == "P=? [F won]"
    assert second.text == 'P=? [F "won"]'


@pytest.mark.parametrize(
    ("text", "code"),
    [("a: ", "E108"), ("a: [x]", "E108"), ("a: {expect: 1}", "E203"), ("a: {ask: {x: 1}}", "E108"), ("a b: x", "E301")],
)
def test_what_is_refused(codes: Codes, text: str, code: str) -> None:
    assert code in codes(SPEC + "  " + text)


def test_questions_may_have_any_name(read: Read) -> None:
    assert read(SPEC + "  max: P=? [F won]").questions[0].name == "max"
