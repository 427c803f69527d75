"""Players who decide together: what is refused (the messages stand in tests/specs/broken)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Codes = Callable[..., list[str]]

SPEC = """
type: game
players: [ann, bob]
variables: {x: 0..3}
commands:
  - action: show
    together:
      ann: {choose: {a: 0..1}}
      bob: {choose: {b: 0..1}, when: b <= x}
    then: {x: a + b}
"""


def test_two_who_choose_are_fine(codes: Codes) -> None:
    assert codes(SPEC) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("b <= x", "b <= a", "E410"),
        ("b <= x", "b + x", "E302"),
        ("then:", "choose: {k: 0..1}\n    then:", "E410"),
        ("bob: {choose", "bob: {among: x, choose", "E410"),
        ("a + b", "a + c", "E201"),
    ],
)
def test_what_cannot_be_is_refused(codes: Codes, old: str, new: str, code: str) -> None:
    assert codes(SPEC.replace(old, new)) == [code]


def test_numbers_of_others_are_counted_by_their_choice_alone(codes: Codes) -> None:
    crowd = SPEC.replace("      bob: {choose: {b: 0..1}, when: b <= x}\n", "").replace("a + b", "ones")
    crowd = crowd.replace("ann: {choose", "ann: {among: 3, others: {ones: a = 1}, choose")
    assert codes(crowd) == []
    assert codes(crowd.replace("ones: a = 1", "ones: a = x")) == ["E304"]
    assert codes(crowd.replace("choose: {a: 0..1}", "choose: {a: 0..1, b: 0..1}")) == ["E410"]
