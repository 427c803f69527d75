"""Commands of several modules with one action are taken together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddsmith.source import Diagnostic

Shown = Callable[..., str]
Refused = Callable[..., Sequence[Diagnostic]]

COINS = """
modules:
  left:
    variables: {a: 0..6}
    commands:
      - {action: toss, when: a = 0, then: [{1/2: {a: 1}}, {1/2: {a: 2}}]}
      - {action: stop, when: a > 0, then: {}}
  right:
    variables: {b: 0..6}
    commands:
      - {action: toss, when: b < 2, then: [{1/3: {b: 1}}, {2/3: {}}]}
      - {action: toss, when: b = 2, draw: {x: d6}, then: {b: x}}
"""


def test_guards_are_joined_weights_multiplied_and_updates_united(commands: Shown) -> None:
    assert (
        commands(COINS)
        == """\
[toss]
  when a = 0 and b < 2
  1/6: a' = 1, b' = 1
  1/3: a' = 1
  1/6: a' = 2, b' = 1
  1/3: a' = 2
[toss]
  when a = 0 and b = 2
  draw x in 1..6
    1/2: a' = 1, b' = x
  draw x in 1..6
    1/2: a' = 2, b' = x
[stop]
  when a > 0
  stay
"""
    )


def test_independent_actions_are_taken_alone(commands: Shown) -> None:
    assert commands(COINS + "independent: [toss]\n").count("[toss]") == 3


def test_top_level_commands_take_part(commands: Shown) -> None:
    text = COINS + "variables: {clock: 0..9}\ncommands: [{action: stop, when: clock < 9, then: {clock: clock + 1}}]\n"
    assert "[stop]\n  when clock < 9 and a > 0\n  clock' = clock + 1\n" in commands(text)


def test_commands_without_action_and_other_indices_do_not_meet(commands: Shown) -> None:
    text = commands("""
        modules:
          left: {variables: {a: 0..1}, commands: [{action: "go[1]", then: {a: 1}}, {then: {a: 0}}]}
          right: {variables: {b: 0..1}, commands: [{action: "go[2]", then: {b: 1}}, {then: {b: 0}}]}
        """)
    assert text == "[go[1]]\n  a' = 1\n[]\n  a' = 0\n[go[2]]\n  b' = 1\n[]\n  b' = 0\n"


def test_an_impossible_command_still_blocks_its_action(commands: Shown) -> None:
    text = commands("""
        modules:
          left: {variables: {a: 0..1}, commands: [{action: go, then: {a: 1}}]}
          right: {variables: {b: 0..1}, commands: [{action: go, when: 1 > 2, then: {b: 1}}, {action: on, then: {b: 1}}]}
        """)
    assert text == "[on]\n  b' = 1\n"


def test_draws_and_choices_of_the_same_name_are_kept_apart(commands: Shown) -> None:
    assert (
        commands("""
        type: mdp
        modules:
          die:
            parameters: {n: 1}
            variables: {v: 0..9}
            commands: [{action: roll, choose: {k: 1..2}, when: v < k, draw: {x: 1..k}, then: {v: x + k}}]
        instances: {die: {module: die, for: {n: 1..2}}}
        """)
        == """\
[roll]
  choose k in 1..2, k_1 in 1..2
  when die.v[1] < k and die.v[2] < k_1
  draw x in 1..k, x_1 in 1..k_1
    die.v[1]' = x + k, die.v[2]' = x_1 + k_1
"""
    )


def test_two_writers_of_one_variable_are_refused(refused: Refused) -> None:
    (found,) = refused("""
        variables: {x: 0..9}
        modules:
          left: {commands: [{action: go, then: {x: 1}}]}
          right: {commands: [{action: go, then: {x: 2}}]}
        """)
    assert found.code == "E405"
    assert "`x`" in found.message
    assert found.span is not None
    assert found.span.place == "test.yaml:6:42"


def test_too_many_combinations_are_refused(refused: Refused) -> None:
    (found,) = refused("""
        modules:
          die:
            parameters: {n: 1}
            variables: {v: 0..499}
            commands: [{action: roll, for: {i: 0..499}, when: v = i, then: {v: 499 - i}}]
        instances: {die: {module: die, for: {n: 1..2}}}
        """)
    assert found.code == "E407"
