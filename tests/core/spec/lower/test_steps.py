"""Commands become steps: families unrolled, choices listed, actions named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from oddsmith.expr.nodes import TRUE, Number, Symbol
from oddsmith.process.process import Process, Sum
from oddsmith.source import Diagnostic
from oddsmith.spec.game import ActionPattern
from oddsmith.spec.lower.steps import Action, Step

Lower = Callable[..., Process]
Shown = Callable[..., str]
Refused = Callable[..., Sequence[Diagnostic]]


def test_a_family_is_one_command_per_combination(commands: Shown) -> None:
    assert (
        commands("""
        constants: {N: 3}
        variables: {turn: 1..N}
        commands:
          - action: step[p]
            for: {p: 1..N, q: p + 1..N}
            when: turn = p
            then: {turn: q}
        """)
        == """\
[step[1]]
  when turn = 1
  turn' = 2
[step[1]]
  when turn = 1
  turn' = 3
[step[2]]
  when turn = 2
  turn' = 3
"""
    )


def test_families_may_run_through_an_enumeration(commands: Shown) -> None:
    text = commands("""
        variables: {light: [red, green]}
        commands:
          - {action: "from[c]", for: {c: [red, green]}, when: light = c, then: {light: if c = red then green else red}}
        """)
    assert (
        text
        == """\
[from[red]]
  when light = red
  light' = green
[from[green]]
  when light = green
  light' = red
"""
    )


def test_choices_are_nondeterministic_binders(lowered: Lower) -> None:
    process = lowered("""
        type: mdp
        variables: {f: 0..9}
        commands:
          - {choose: {k: 1..3, m: "{2, 5}"}, when: f < k, then: {f: k + m}}
        """)
    assert process.summands[0].sums == (Sum("k", (1, 2, 3)), Sum("m", (2, 5)))


def test_a_choice_that_depends_on_another_becomes_a_condition(commands: Shown) -> None:
    assert (
        commands("""
        type: mdp
        variables: {f: 0..9}
        commands:
          - {choose: {k: 1..3, m: k..3}, then: {f: k + m}}
        """)
        == """\
[]
  choose k in 1..3, m in 1..3
  when m in k..3
  f' = k + m
"""
    )


def test_too_many_commands_are_refused(refused: Refused) -> None:
    found = refused("""
        variables: {f: 0..9}
        commands:
          - {for: {i: 1..1000, j: 1..1000}, when: f = i, then: {f: 0}}
        """)
    assert [d.code for d in found] == ["E407"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (ActionPattern("step"), True),
        (ActionPattern("st*"), True),
        (ActionPattern("*"), True),
        (ActionPattern("step", (2, 1)), True),
        (ActionPattern("step", (2,)), False),
        (ActionPattern("stop"), False),
    ],
)
def test_patterns_name_actions(pattern: ActionPattern, expected: bool) -> None:
    assert Action("step", (Number(2), Symbol("blue", 1))).matches(pattern) is expected


def test_a_step_without_action_is_meant_only_by_a_star() -> None:
    step = Step(None, (), TRUE, ())
    assert step.matches((ActionPattern("step"), ActionPattern("*")))
    assert not step.matches((ActionPattern("step"),))
