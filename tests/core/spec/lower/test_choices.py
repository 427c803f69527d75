"""Choices of one and of many, in the linear form."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddsmith.process.process import Process
from oddsmith.process.show import show
from oddsmith.source import Diagnostic

Lower = Callable[..., Process]
Refused = Callable[..., Sequence[Diagnostic]]

SPEC = """
type: game
players: [ann, bob]
variables: {x: 0..3}
commands:
  - action: show
    together:
      ann: {choose: {a: 0..1, c: 0..a}}
      bob: {choose: {b: [1, 3]}, when: b <= x + 1}
    when: x < 3
    gain: {points: a * b}
    then: {x: x + 1}
"""


def test_all_choices_are_sums_of_one_command_each_with_its_owner(lowered: Lower) -> None:
    (command,) = lowered(SPEC).summands
    assert [(s.name, s.values) for s in command.sums] == [("a", (0, 1)), ("c", (0, 1)), ("b", (1, 3))]
    assert [(p.player, p.choices) for p in command.parties] == [("ann", ("a", "c")), ("bob", ("b",))]
    assert command.player is None


def test_the_text_tells_who_chooses_what(lowered: Lower) -> None:
    text = show(lowered(SPEC))
    assert "  together ann chooses a in 0..1, c in 0..1\n  together bob chooses b in {1, 3}\n" in text
    assert "  when x < 3 and c in 0..a and b <= x + 1\n" in text
    assert "  gain points: a * b\n" in text


def test_a_crowd_is_one_player_and_numbers_of_others(lowered: Lower) -> None:
    text = """
type: game
players: [ann]
variables: {x: 0..3}
commands:
  - action: show
    together:
      ann: {among: x, choose: {a: 0..2}, others: {some: a > 0, none: a = 0}}
    then: {x: min(some, none)}
"""
    (command,) = lowered(text).summands
    assert [(s.name, s.values) for s in command.sums] == [
        ("a", (0, 1, 2)),
        ("others_a_1", (0, 1, 2)),
        ("others_a_2", (0, 1, 2)),
    ]
    shown = show(lowered(text))
    assert "ann chooses a in 0..2 as one of x; of the others others_a_1 take 1, others_a_2 take 2" in shown
    assert "min(others_a_1 + others_a_2, x - 1 - (others_a_1 + others_a_2))" in shown


def test_gains_of_commands_may_use_what_one_player_chooses(lowered: Lower) -> None:
    text = """
type: mdp
variables: {x: 0..3}
commands:
  - {action: take, choose: {k: 1..3}, when: x = 0, gain: {points: k * k}, then: {x: k}}
rewards:
  points: [{action: take, gain: 1}]
"""
    (command,) = lowered(text).summands
    assert [gain.reward for gain in command.gains] == ["points"]
    assert "gain points: 1 + k * k" in show(lowered(text))


def test_modules_take_no_part_in_what_players_decide_together(refused: Refused) -> None:
    more = "modules:\n  clock: {variables: {t: 0..1}, commands: [{action: show, then: {t: 1}}]}\n"
    assert [d.code for d in refused(SPEC + more)] == ["E410"]


def test_a_domain_without_values_is_nothing_to_choose(refused: Refused) -> None:
    (found,) = refused(SPEC.replace("b: [1, 3]", "b: 2..1"))
    assert (found.code, found.message) == ("E410", "bob has nothing to choose")
