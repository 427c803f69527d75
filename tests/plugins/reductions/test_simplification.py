"""What ranges decide is decided: the process before and after, and what must stay."""

from oddsmith.context import Context
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing import check_reduction
from oddsmith_plugins.reductions.simplification import Simplification

GAME = """\
game: simple
type: mdp
variables:
  r: 0..9
  on: bool
  v: {array: 1..2, range: 0..9}
  many: 0..1000000
commands:
  - {action: up, when: "r < 3 and r >= 0 and v[2] < 5", then: {r: r + 1}}
  - action: top
    when: r = 3 and r > 1
    then: [{1/2: {r: r - 3}}, {1/4: {r: 0}}, {1/4: {r: 0, on: not on}}, {r - 3: {r: 7}}]
  - {action: over, when: r > 3, then: {"v[1]": 4}}
  - {action: flip, when: on and r < 9, then: {on: if on then false else true, many: many + 1}}
labels: {high: r > 5, some: r <= 3 and on}
"""
BEFORE = """\
mdp simple

parameters
  r: 0..9 = 0
  on: bool = false
  v[1]: 0..9 = 0
  v[2]: 0..9 = 0
  many: 0..1000000 = 0

[up]
  when r < 3 and r >= 0 and v[2] < 5
  r' = r + 1

[top]
  when r = 3 and r > 1
  1/2: r' = r - 3
  1/4: r' = 0
  1/4: r' = 0, on' = not on
  r - 3: r' = 7

[over]
  when r > 3
  v[1]' = 4

[flip]
  when on and r < 9
  on' = not on, many' = many + 1

labels
  high: r > 5
  some: r <= 3 and on
"""
AFTER = """\
mdp simple

parameters
  r: 0..9 = 0
  on: bool = false
  v[1]: 0..9 = 0
  v[2]: 0..9 = 0
  many: 0..1000000 = 0

[up]
  when r < 3
  r' = r + 1

[top]
  when r = 3
  3/4: r' = 0
  1/4: r' = 0, on' = not on

[flip]
  when on
  on' = false, many' = many + 1

labels
  high: false
  some: on
"""


def reduced(text):
    return validate(Simplification().apply(lower(load_text(text)), Context()))


def shown(variables, command, rest=""):
    return show(reduced(f"game: g\nvariables: {variables}\ncommands:\n  - {command}\n{rest}"))


def test_the_process_before_and_after():
    assert show(lower(load_text(GAME))) == BEFORE
    assert show(reduced(GAME)) == AFTER


def test_answers_stay_and_nothing_gets_larger():
    check_reduction(Simplification())


def test_of_two_conditions_that_follow_from_each_other_one_stays():
    assert "when x > 0\n" in shown("{x: {range: 0..5, init: 3}}", "{when: x > 0 and x >= 1, then: {x: x - 1}}")


def test_functions_are_looked_into_and_stay_by_name():
    functions = "functions: {low(a): a < 9, twice(a): 2 * a}\n"
    text = shown("{x: 0..8}", "{when: low(x) and low(twice(x)), then: {x: twice(x) + 1}}", functions)
    assert "when low(twice(x))\n" in text
    assert "twice(a: int) -> int: 2 * a" in text


def test_a_variable_that_a_fold_hides_is_not_mistaken_for_it():
    text = shown("{i: 0..3, x: 0..9}", '{when: "i = 0 and x < sum(i in 1..3: i)", then: {x: x + 1}}')
    assert "i in 1..3" in text


def test_both_sides_of_a_choice_know_their_condition():
    value = "if x > 4 then (if x > 2 then x - 4 else 9) else (if x < 6 then x + 2 else 9)"
    text = shown("{x: 0..9}", f"{{then: {{x: {value}}}}}")
    assert "x' = if x > 4 then x - 4 else x + 2" in text


def test_what_leaves_its_range_is_left_to_be_complained_about():
    assert "x' = 10" in shown("{x: {range: 0..5, init: 3}}", "{then: {x: x + 7}}")
