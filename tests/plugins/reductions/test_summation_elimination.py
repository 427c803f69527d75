"""Choices and draws with a known value, or with none that matters: the process before and after, and what must stay."""

import pytest

from oddsmith.context import Context
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing import check_reduction
from oddsmith_plugins.reductions.summation_elimination import SummationElimination

GAME = """\
game: sums
type: mdp
variables:
  x: 0..20
  y: {range: 0..5, init: 2}
commands:
  - {action: known, choose: {k: 1..3, j: 1..9}, when: k = y and j > 4 and j < 7 and x + j < 10, then: {x: x + k + j}}
  - {action: one, choose: {k: 2..2}, draw: {a: 4..4, b: {3: 1}}, then: {x: a + b + k}}
  - {action: idle, choose: {k: 1..5}, draw: {a: d6, b: {1: 1/2, 2: 1/2}, c: d4}, then: {y: c}}
  - {action: dice, when: x < 8, draw: {a: d6, b: d6}, then: {x: x + a + b}}
  - {action: nested, draw: {a: 1..3, b: a..a, c: 1..b}, then: {y: c}}
  - {action: never, choose: {k: 1..3}, when: k > 4, then: {y: 0}}
"""
BEFORE = """\
mdp sums

parameters
  x: 0..20 = 0
  y: 0..5 = 2

[known]
  choose k in 1..3, j in 1..9
  when k = y and j > 4 and j < 7 and x + j < 10
  x' = x + k + j

[one]
  choose k in {2}
  draw a in 4..4, b in {3: 1}
    x' = a + b + k

[idle]
  choose k in 1..5
  draw a in 1..6, b in {1: 1/2, 2: 1/2}, c in 1..4
    y' = c

[dice]
  when x < 8
  draw a in 1..6, b in 1..6
    x' = x + a + b

[nested]
  draw a in 1..3, b in a..a, c in 1..b
    y' = c

[never]
  choose k in 1..3
  when k > 4
  y' = 0
"""
AFTER = """\
mdp sums

parameters
  x: 0..20 = 0
  y: 0..5 = 2

[known]
  choose j in 5..6
  when x + j < 10 and y in 1..3
  x' = x + y + j

[one]
  x' = 9

[idle]
  draw c in 1..4
    y' = c

[dice]
  when x < 8
  draw a in {2: 1/36, 3: 1/18, 4: 1/12, 5: 1/9, 6: 5/36, 7: 1/6, 8: 5/36, 9: 1/9, 10: 1/12, 11: 1/18, 12: 1/36}
    x' = x + a

[nested]
  draw a in 1..3, c in 1..a
    y' = c
"""


def reduced(text):
    return validate(SummationElimination().apply(lower(load_text(text)), Context()))


def command(line, kind="mdp"):
    """One command after the reduction, as text."""
    head = f"game: g\ntype: {kind}\nvariables: {{x: 0..20, y: 0..5, z: 0..5}}\ncommands:\n"
    return show(reduced(f"{head}  - {line}\n")).partition("\n\n[]\n")[2]


def test_the_process_before_and_after():
    assert show(lower(load_text(GAME))) == BEFORE
    assert show(reduced(GAME)) == AFTER


def test_answers_stay_and_nothing_gets_larger():
    check_reduction(SummationElimination())
    asked = "questions: {high: {ask: 'Pmax=? [F<=2 x >= 19]', expect: 1/12}}\n"  # 2 + 6, then at least 11
    check_reduction(SummationElimination(), [GAME.replace("x < 8", "x < 9") + asked])


def test_a_value_between_two_choices_is_no_choice():
    line = "{choose: {k: 1..3}, when: k = x / 2, then: {y: k}}"
    assert command(line) == "  when x / 2 in {1, 2, 3}\n  y' = x / 2\n"


def test_choices_that_fix_each_other_are_resolved_once():
    line = "{choose: {k: 1..3, j: 1..3}, when: k = j and j = y, then: {x: k + j}}"
    assert command(line) == "  when y in 1..3\n  x' = y + y\n"


@pytest.mark.parametrize(
    ("draws", "then"),
    [
        ("{a: d6, b: d6}", "{x: x + a + b, y: min(5, a)}"),
        ("{a: d6, b: d6}", "{x: a * x + b}"),
        ("{a: 1..y, b: d6}", "{x: a + b}"),
    ],
    ids=["read elsewhere", "with the state between", "from a range that changes"],
)
def test_draws_that_matter_alone_stay_alone(draws, then):
    assert "draw a in 1.." in command(f"{{draw: {draws}, then: {then}}}")


def test_two_pairs_of_dice_become_two_sums():
    text = command("{draw: {a: 0..1, b: 0..1, c: 0..1, d: 0..1}, then: {x: a + b, y: c - d + 1}}", "chain")
    assert text == "  draw a in {0: 1/4, 1: 1/2, 2: 1/4}, c in {0: 1/4, 1: 1/2, 2: 1/4}\n    x' = a, y' = c\n"


def test_a_draw_with_wrong_weights_is_left_to_be_complained_about():
    assert "draw a in {1: 1/2, 2: x / 2}" in command("{draw: {a: {1: 1/2, 2: x / 2}}, then: {x: 1}}", "chain")
