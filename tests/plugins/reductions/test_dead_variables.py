"""Dead data is reset where control says so, no more and no less: the process before and after, and what must stay."""

from dataclasses import replace
from pathlib import Path

import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.solve.conditions import conditions_of
from oddsmith.space.explore import explore
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing import check_reduction
from oddsmith_plugins.reductions.dead_variables import DeadVariables

FIGHT = Path(__file__).parents[2] / "specs" / "reductions" / "fight.yaml"
AFTER = """\
[roll]
  when phase = roll and left[1] > 0 and left[2] > 0
  draw die in 1..20
    thrown' = die, phase' = judge

[judge]
  when phase = judge
  damage' = harm(thrown), phase' = hit, thrown' = 0

[hit]
  when phase = hit and turn = 1
  left[2]' = max(0, left[2] - damage), phase' = roll, turn' = 2, damage' = 0

[hit]
  when phase = hit and turn = 2
  left[1]' = max(0, left[1] - damage), phase' = roll, turn' = 1, damage' = 0
"""


def reduced(process, **options):
    return validate(DeadVariables(**options).apply(process, Context()))


def commands(text, **options):
    """The commands of a game, reduced, as text."""
    shown = show(reduced(lower(load_text(text)), **options)).split("\n\n")
    return "\n\n".join(part for part in shown if part.startswith("["))


def states(process):
    kernels = registry(load()).all_of("kernel")
    return explore(process, conditions_of(process.questions), kernels, Context(threads=1))[0].size


def test_the_process_before_and_after():
    process = lower(load_spec(FIGHT))
    before = AFTER.replace(", thrown' = 0", "").replace(", damage' = 0", "")
    assert before in show(process)
    assert show(reduced(process)) == show(process).replace(before, AFTER)


def test_it_pays_where_there_are_temporary_variables():
    process = lower(load_spec(FIGHT))
    assert (states(process), states(reduced(process))) == (6_817, 1_812)


def test_answers_stay_and_nothing_gets_larger():
    check_reduction(DeadVariables())


PHASES = """\
game: phases
variables:
  pc: 0..3
  x: {range: 0..6, init: 3}
commands:
  - {when: pc = 0, draw: {die: d6}, then: {x: die, pc: 1}}
  - {when: 0 < pc < 3, then: {pc: pc + 1}}
  - {when: pc = 3, then: {pc: 0}}
labels: {high: pc = 1 and x > 3}
"""


def test_a_reset_may_depend_on_a_control_parameter():
    assert "when 0 < pc < 3\n  pc' = pc + 1, x' = 3" in commands(PHASES)
    longer = PHASES.replace("pc = 1 and x", "pc <= 2 and pc > 0 and x")
    assert "pc' = pc + 1, x' = if pc = 2 then 3 else x" in commands(longer)


def test_what_labels_read_stays():
    assert "x' = 3" not in commands(PHASES.replace("pc = 1 and x > 3", "x > 3"))


def test_what_is_never_read_is_never_written():
    text = PHASES.replace("labels: {high: pc = 1 and x > 3}\n", "")
    assert "x'" not in commands(text)


def test_the_next_value_in_a_gain_is_read():
    text = (
        "game: g\nvariables: {pc: 0..1, x: 0..6}\ncommands:\n"
        "  - {action: go, when: pc = 0, draw: {die: d6}, then: {x: die, pc: 1}}\n"
        "  - {action: back, when: pc = 1, then: {pc: 0}}\n"
        "rewards: {r: [{action: go, gain: next(x)}]}\nquestions: {r: {ask: 'R{r}=? [C<=1]', expect: 7/2}}\n"
    )
    assert "x' = die, pc' = 1" in commands(text)
    assert "pc' = 0, x' = 0" in commands(text)
    check_reduction(DeadVariables(), [text])


ARRAY = """\
game: cells
variables:
  pc: 0..2
  at: {range: 1..2, init: 1}
  v: {array: 1..2, range: 0..3}
commands:
  - {when: pc = 0, draw: {die: 1..3, k: 1..2}, then: {"v[k]": die, at: k, pc: 1}}
  - {when: pc = 1, then: {pc: 2}}
  - {when: pc = 2, draw: {die: 1..3}, then: {"v[at]": die, pc: 0}}
labels: {seen: "pc = 1 and v[1] + v[2] > 3"}
"""


def test_cells_at_computed_places_are_reset_only_where_no_write_can_clash():
    text = commands(ARRAY)
    assert "v[k]' = die, at' = k, pc' = 1" in text
    assert "when pc = 1\n  pc' = 2" in text
    assert "when pc = 2\n  draw die in 1..3\n    v[at]' = die, pc' = 0" in text
    check_reduction(DeadVariables(), [ARRAY + "questions: {seen: 'P=? [F<=1 seen]'}\n"])


def test_a_write_to_a_computed_place_goes_where_the_whole_array_is_dead():
    text = commands(ARRAY.replace('{"v[k]": die, at: k, pc: 1}', '{"v[1]": die, "v[2]": k, at: k, pc: 1}'))
    assert "when pc = 1\n  pc' = 2, v[1]' = 0, v[2]' = 0" in text
    assert text.endswith("when pc = 2\n  draw die in 1..3\n    pc' = 0")


@pytest.mark.parametrize("field", ["sees", "symmetry"])
def test_what_players_see_and_declared_symmetries_are_left_alone(field):
    process = replace(lower(load_spec(FIGHT)), **{field: (("thrown", ("ann",)),)})
    assert reduced(process) is process


def test_the_number_of_locations_is_limited():
    assert "thrown' = 0" not in show(reduced(lower(load_spec(FIGHT)), most_locations=2))


UNEVEN = """\
game: uneven
type: mdp
variables:
  pc: 0..3
  x: 0..2
  y: {range: 0..2, init: 1}
  v: {array: 1..3, range: 0..2}
commands:
  - {when: pc = 0, draw: {d: 0..2}, then: {"v[1]": "(x + v[2]) % 3", x: d, pc: 2}}
  - {action: on, when: pc >= 1 and pc < 3, then: {pc: (pc + 1) % 4}}
  - {when: pc = 2, draw: {d: 0..2}, then: {"v[y + 1]": d, x: d, pc: 3}}
  - {action: back, when: pc = 3 and x + y > 2, then: {"v[1]": "min(2, x + y)", y: "(x + v[2]) % 3", pc: 2}}
labels: {goal: "pc = 2 and v[y + 1] = 2"}
rewards: {r: [{action: on, gain: next(y)}, {action: back, gain: x}]}
questions: {goal: "Pmax=? [F goal]", gained: "Rmax{r}=? [C<=4]"}
"""


def test_what_not_every_way_to_a_location_can_reset_is_reset_on_none():
    process = lower(load_text(UNEVEN))
    assert states(reduced(process)) <= states(process)
    assert "v[1]' = 0" not in show(reduced(process))
