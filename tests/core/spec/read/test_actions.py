"""Names of actions, and patterns that stand for several."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.expr.nodes import Name, Number
from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]
SPEC = """
variables: {f: 0..3}
commands:
  - {action: bet1, then: {f: 1}}
  - {action: bet2, then: {f: 2}}
  - for: {p: 1..2}
    action: step[p, 3]
    then: {}
"""


def test_actions_may_have_indices(read: Read) -> None:
    first, _, last = read(SPEC).commands
    assert first.action is not None
    assert (first.action.name, first.action.indices) == ("bet1", ())
    assert last.action is not None
    assert (last.action.name, last.action.indices) == ("step", (Name("p"), Number(3)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bet1", ("bet1", None)),
        ("bet*", ("bet*", None)),
        ('"*"', ("*", None)),
        ('"step[*]"', ("step", None)),
        ('"step[1, 3]"', ("step", (1, 3))),
    ],
)
def test_patterns(read: Read, text: str, expected: tuple[str, tuple[int, ...] | None]) -> None:
    (pattern,) = read(SPEC + f"hide: [{text}]").hide
    assert (pattern.name, pattern.indices) == expected


@pytest.mark.parametrize("text", ['"step[p]"', "a-b", '"a b"', "{}", '"[1]"'])
def test_patterns_that_are_refused(codes: Codes, text: str) -> None:
    assert codes(SPEC + f"hide: [{text}]")[0] in ("E301", "E108")


@pytest.mark.parametrize("text", ["1 + 2", "left.step", "f(1)"])
def test_names_that_are_refused(codes: Codes, text: str) -> None:
    assert codes(f"variables: {{f: 0..3}}\ncommands:\n  - action: {text}\n    then: {{f: 1}}") == ["E301"]
