"""Modules and instances: names inside of them, and how their variables are called outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddsmith.process.process import Process
from oddsmith.source import Diagnostic

Lower = Callable[..., Process]
Shown = Callable[..., str]
Refused = Callable[..., Sequence[Diagnostic]]


def test_a_module_without_instances_is_used_as_itself(lowered: Lower, commands: Shown) -> None:
    text = """
        modules:
          coin: {parameters: {n: 2}, variables: {v: 0..n}, commands: [{action: toss, then: {v: n - v}}]}
        """
    assert [p.name for p in lowered(text).params] == ["v"]
    assert commands(text) == "[toss]\n  v' = 2 - v\n"


def test_a_single_instance_gives_its_name_to_its_variables(lowered: Lower, commands: Shown) -> None:
    text = """
        modules:
          coin:
            parameters: {n: 2}
            variables: {v: 0..n, w: {array: 1..2, range: 0..n}}
            commands: [{then: {v: n - v, "w[1]": "w[2]"}}]
        instances:
          left: {module: coin, parameters: {n: 3}}
          right: coin
        labels: {same: left.v = right.v}
        """
    names = ["left.v", "left.w[1]", "left.w[2]", "right.v", "right.w[1]", "right.w[2]"]
    assert [p.name for p in lowered(text).params] == names
    assert [p.high for p in lowered(text).params] == [3, 3, 3, 2, 2, 2]
    assert (
        commands(text)
        == """\
[]
  left.v' = 3 - left.v, left.w[1]' = left.w[2]
[]
  right.v' = 2 - right.v, right.w[1]' = right.w[2]
"""
    )


def test_a_family_of_instances_makes_arrays(lowered: Lower, commands: Shown) -> None:
    text = """
        constants: {N: 2}
        modules:
          die:
            parameters: {n: 1, high: 6}
            variables: {v: {range: 0..high, init: n}, w: {array: 1..2, range: 0..1}}
            commands: [{action: "roll[n]", when: "die.v[3 - n] > 0", draw: {x: d6}, then: {v: x, "w[n]": 1}}]
        instances:
          die: {module: die, for: {n: 1..N}, parameters: {high: 5 + n}}
        labels: {alike: "all(i in 1..N: die.v[i] = die.v[1])"}
        """
    process = lowered(text)
    assert [(p.name, p.high, p.init) for p in process.params] == [
        ("die.v[1]", 6, 1),
        ("die.v[2]", 7, 2),
        ("die.w[1,1]", 1, 0),
        ("die.w[1,2]", 1, 0),
        ("die.w[2,1]", 1, 0),
        ("die.w[2,2]", 1, 0),
    ]
    assert [(a.name, a.axes) for a in process.arrays] == [("die.v", ((1, 2),)), ("die.w", ((1, 2), (1, 2)))]
    assert commands(text).split("\n")[:4] == [
        "[roll[1]]",
        "  when die.v[2] > 0",
        "  draw x in 1..6",
        "    die.v[1]' = x, die.w[1, 1]' = 1",
    ]


def test_instances_may_rename_variables_and_actions(commands: Shown) -> None:
    assert (
        commands("""
        modules:
          coin: {variables: {v: 0..1}, commands: [{action: toss, then: {v: 1 - v}}]}
        instances:
          left: {module: coin}
          right: {module: coin, rename: {toss: throw, v: side}}
        """)
        == """\
[toss]
  left.v' = 1 - left.v
[throw]
  side' = 1 - side
"""
    )


def test_instances_may_read_other_variables(commands: Shown) -> None:
    """As in a ring of processes, each of which looks at its neighbour."""
    assert (
        commands("""
        variables: {y: 0..1}
        modules:
          one: {variables: {x: 0..1}, commands: [{action: step, when: x = y, then: {x: y}}]}
        instances:
          first: {module: one, rename: {x: a, y: b}}
          second: {module: one, rename: {x: b, y: a}}
        """)
        == """\
[step]
  when a = b and b = a
  a' = b, b' = a
"""
    )


def test_a_parameter_without_value_is_missed(refused: Refused) -> None:
    found = refused("""
        modules: {coin: {parameters: [n], variables: {v: 0..n}}}
        instances: {left: coin}
        """)
    assert [d.code for d in found] == ["E203"]
