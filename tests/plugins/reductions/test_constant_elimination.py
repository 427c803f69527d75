"""Parameters that never change go, and nothing else: the process before and after, and what must stay."""

from oddsmith.context import Context
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing import check_reduction
from oddsmith_plugins.reductions.constant_elimination import ConstantElimination

GAME = """\
game: fixed
variables:
  mode: {values: [easy, hard], init: hard}
  bonus: {range: 0..5, init: 2}
  echo: {range: 0..5, init: 2}
  limit: {array: 1..2, range: 0..9, init: 4}
  pos: {array: 1..3, range: 0..9, init: 0}
  x: 0..9
commands:
  - {action: win, when: "x < limit[1] and mode = hard", then: [{1/bonus: {x: x + 1}}, {1 - 1/bonus: {echo: bonus}}]}
  - {action: cheat, when: mode = easy, then: {bonus: 5}}
  - {action: step, when: "x >= limit[1] and pos[2] < 2", then: {"pos[2]": "pos[2] + limit[pos[2] + 1]", x: 0}}
labels: {high: "any(i in 1..3: pos[i] > bonus)"}
questions: {high: "P=? [F high]"}
"""
BEFORE = """\
chain fixed

parameters
  mode: {easy, hard} = hard
  bonus: 0..5 = 2
  echo: 0..5 = 2
  limit[1]: 0..9 = 4
  limit[2]: 0..9 = 4
  pos[1]: 0..9 = 0
  pos[2]: 0..9 = 0
  pos[3]: 0..9 = 0
  x: 0..9 = 0

[win]
  when x < limit[1] and mode = hard
  1 / bonus: x' = x + 1
  1 - 1 / bonus: echo' = bonus

[cheat]
  when mode = easy
  bonus' = 5

[step]
  when x >= limit[1] and pos[2] < 2
  pos[2]' = pos[2] + limit[pos[2] + 1], x' = 0

labels
  high: any(i in 1..3: pos[i] > bonus)

questions
  high: P=? [F high]
"""
AFTER = """\
chain fixed

parameters
  pos[2]: 0..9 = 0
  x: 0..9 = 0

erased
  mode = 1
  bonus = 2
  echo = 2
  limit[1] = 4
  limit[2] = 4
  pos[1] = 0
  pos[3] = 0

tables
  limit[1..2]: 4, 4

[win]
  when x < 4
  1/2: x' = x + 1
  1/2: stay

[step]
  when x >= 4 and pos[2] < 2
  pos[2]' = pos[2] + limit[pos[2] + 1], x' = 0

labels
  high: pos[2] > 2

questions
  high: P=? [F high]
"""


def reduced(text):
    return validate(ConstantElimination().apply(lower(load_text(text)), Context()))


def test_the_process_before_and_after():
    assert show(lower(load_text(GAME))) == BEFORE
    assert show(reduced(GAME)) == AFTER


def test_answers_stay_and_nothing_gets_larger():
    check_reduction(ConstantElimination())
    check_reduction(ConstantElimination(), [GAME.replace('"P=? [F high]"', '{ask: "P=? [F high]", expect: 1}')])


def test_parameters_that_change_each_other_are_no_constants():
    text = "game: g\nvariables: {a: 0..2, b: 0..2, c: 0..2}\ncommands: [{then: {a: b, b: c, c: 1}}]\n"
    process = lower(load_text(text))
    assert ConstantElimination().apply(process, Context()) is process


def test_parameters_that_only_copy_each_other_are():
    text = (
        "game: g\nvariables: {a: {range: 0..2, init: 1}, b: {range: 0..2, init: 1}}\ncommands: [{then: {a: b, b: a}}]\n"
    )
    assert reduced(text).erased == (("a", 1), ("b", 1))
    assert reduced(text).params == ()


def test_an_array_with_a_computed_place_keeps_all_cells_if_one_changes():
    text = (
        "game: g\nvariables: {v: {array: 1..3, range: 0..2}, k: 1..3}\n"
        "commands: [{when: k < 9, then: {k: 'v[k] + 2'}}, {when: k = 9, then: {'v[2]': 1}}]\n"
    )
    assert [p.name for p in reduced(text).params] == ["v[1]", "v[2]", "v[3]", "k"]
    assert [p.name for p in reduced(text.replace("k = 9, then: {'v[2]': 1}", "k = 9, then: {'v[2]': 0}")).params] == [
        "k"
    ]


def test_next_of_a_constant_is_the_constant():
    text = (
        "game: g\nvariables: {a: {range: 0..2, init: 2}, b: 0..2}\ncommands: [{action: go, then: {b: 1}}]\n"
        "rewards: {r: [{action: go, gain: next(a) + next(b)}]}\nquestions: {r: 'R{r}=? [C<=1]'}\n"
    )
    assert "gain r: 2 + next(b)" in show(reduced(text))


def test_what_a_declared_symmetry_names_stays():
    text = (
        "game: g\nvariables: {turn: 1..2, p: {array: 1..2, range: 0..1}}\nsymmetry: {rotate: p, with: turn}\n"
        "commands: [{then: {turn: 3 - turn}}]\n"
    )
    assert [p.name for p in reduced(text).params] == ["turn", "p[1]", "p[2]"]
