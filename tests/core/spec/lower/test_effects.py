"""Nested effects become a flat list of branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.source import Diagnostic
from oddsmith.spec.lower.effects import times

Shown = Callable[..., str]
Refused = Callable[..., Sequence[Diagnostic]]
VARIABLES = "variables: {f: 0..9, a: {array: 1..3, range: 0..9}}\n"


def test_weights_of_nested_branches_multiply_and_draws_are_collected(commands: Shown) -> None:
    assert (
        commands("""
        variables: {f: 0..9}
        commands:
          - draw: {x: d6}
            then:
              - 1/2: {f: x}
              - 1/2:
                  draw: {y: 1..x}
                  then:
                    - 1/4: {f: y}
                    - 3/4: {}
        """)
        == """\
[]
  draw x in 1..6
    1/2: f' = x
  draw x in 1..6, y in 1..x
    1/8: f' = y
  draw x in 1..6, y in 1..x
    3/8: stay
"""
    )


def test_a_name_that_is_drawn_again_inside_is_another_one(commands: Shown) -> None:
    assert (
        commands("""
        variables: {f: 0..99}
        commands:
          - draw: {x: d6}
            let: {outer: x}
            then:
              - 1: {draw: {x: d4}, then: {f: 10 * outer + x}}
        """)
        == """\
[]
  draw x in 1..6, x_1 in 1..4
    f' = 10 * x + x_1
"""
    )


def test_abbreviations_are_put_in_place_one_after_the_other(commands: Shown) -> None:
    assert (
        commands("""
        variables: {f: 0..99}
        commands:
          - draw: {x: d6}
            let: {double: 2 * x, more: double + f}
            then: {f: more}
        """)
        == """\
[]
  draw x in 1..6
    f' = 2 * x + f
"""
    )


def test_draws_from_maps_and_tables(commands: Shown) -> None:
    assert (
        commands("""
        constants: {p: 1/3}
        tables: {odds: {2: 1/4, 3: 0, 5: 3/4}}
        variables: {f: 0..9}
        commands:
          - draw: {x: {1: p, 2: 1 - p, 7: 0}, y: {table: odds}}
            then: {f: x + y}
        """)
        == """\
[]
  draw x in {1: 1/3, 2: 2/3}, y in {2: 1/4, 5: 3/4}
    f' = x + y
"""
    )


def test_families_of_branches_and_of_updates(commands: Shown) -> None:
    assert (
        commands(
            VARIABLES
            + """
commands:
  - then:
      - {for: {i: 1..3}, weight: i/6, then: {"a[i]": "a[i] + 1"}}
  - then:
      a[i in 1..3]: a[i] + i
""",
        )
        == """\
[]
  1/6: a[1]' = a[1] + 1
  1/3: a[2]' = a[2] + 1
  1/2: a[3]' = a[3] + 1
[]
  a[1]' = a[1] + 1, a[2]' = a[2] + 2, a[3]' = a[3] + 3
"""
    )


def test_branches_that_cannot_happen_and_updates_that_change_nothing_are_dropped(commands: Shown) -> None:
    assert (
        commands("""
        constants: {p: 1}
        variables: {f: 0..9, g: 0..1}
        commands:
          - then:
              - p: {f: f, g: 1 - g}
              - 1 - p: {f: 0}
        """)
        == """\
[]
  g' = 1 - g
"""
    )


@pytest.mark.parametrize(
    ("branches", "code"),
    [
        ("[{for: {i: 1..3}, weight: 1/2, then: {f: i}}]", "E402"),
        ("[{for: {i: 1..3}, weight: i - 1, then: {f: i}}]", "E401"),
        ('[{for: {i: 1..3}, weight: 1/3, then: {"a[1]": i, "a[i]": 0}}]', "E405"),
    ],
)
def test_mistakes_that_show_only_after_unrolling(refused: Refused, branches: str, code: str) -> None:
    assert [d.code for d in refused(VARIABLES + f"commands: [{{then: {branches}}}]")] == [code]


def test_products_of_weights() -> None:
    p, one = parse_text("p"), parse_text("1")
    assert times(p, one) == times(one, p) == p
    assert show(times(p, parse_text("1/2"))) == "p * (1/2)"
