"""`together:`, as it is read."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.expr.show import show
from oddsmith.spec.game import Game

Read = Callable[..., Game]
Codes = Callable[..., list[str]]

SPEC = """
type: game
players: [ann, bob]
variables: {x: 0..3}
commands:
  - action: show
    together:
      ann: {choose: {a: 0..1, c: 0..a}}
      bob: {choose: {b: 0..1}, when: b <= x}
    gain: {points: a + b}
    then: {x: x}
"""


def test_every_player_has_choices_and_conditions(read: Read) -> None:
    (command,) = read(SPEC).commands
    ann, bob = command.together
    assert [(p.player, [b.name for b in p.choose], show(p.when)) for p in (ann, bob)] == [
        ("ann", ["a", "c"], "true"),
        ("bob", ["b"], "b <= x"),
    ]
    assert [(name, show(gain)) for name, gain in command.gain] == [("points", "a + b")]


def test_a_reward_that_only_commands_speak_of_exists(read: Read) -> None:
    assert [reward.name for reward in read(SPEC).rewards] == ["points"]


def test_a_crowd_has_a_size_and_names_for_numbers_of_others(read: Read) -> None:
    text = SPEC.replace(
        "ann: {choose: {a: 0..1, c: 0..a}}", "ann: {among: x, choose: {a: 0..1}, others: {ones: a = 1}}"
    )
    (command,) = read(
        text.replace("      bob: {choose: {b: 0..1}, when: b <= x}\n", "").replace("a + b", "ones")
    ).commands
    (ann,) = command.together
    assert ann.among is not None
    assert show(ann.among) == "x"
    assert [(name, show(condition)) for name, condition in ann.others] == [("ones", "a = 1")]


def test_unknown_keys_and_missing_choices_are_told(codes: Codes) -> None:
    assert codes(SPEC.replace("when: b <= x", "wenn: b <= x")) == ["E202"]
    assert "E203" in codes(SPEC.replace("choose: {b: 0..1}, when: b <= x", "when: x = 1"))
