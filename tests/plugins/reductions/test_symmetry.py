"""What may change places is found, and only that; states are counted up to it, and every answer stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.process.process import Process
from oddsmith.process.show import show
from oddsmith.process.validate import validate
from oddsmith.solve.conditions import conditions_of
from oddsmith.space.explore import explore
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load as load_spec
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing import check_reduction
from oddsmith_plugins.reductions.symmetry import Symmetry, oddsmith_check

SPECS = Path(__file__).parents[3] / "specs"

COINS = """\
game: coins
type: mdp
variables:
  coin: {array: 1..3, range: 0..2, init: 2}
  t: 0..3
commands:
  - action: throw
    for: {i: 1..3}
    when: t < 3
    draw: {side: 0..1}
    then: {"coin[i]": side, t: t + 1}
labels: {first: "coin[1] = 1", heads: "all(i in 1..3: coin[i] = 1)"}
rewards: {first: [{action: throw, gain: "coin[1]"}]}
questions: {best: "Pmax=? [F heads]"}
"""
AFTER = """\
mdp coins

parameters
  coin[1]: 0..2 = 2
  coin[2]: 0..2 = 2
  coin[3]: 0..2 = 2
  t: 0..3 = 0

exchangeable
  coin[1], coin[2], coin[3]

[throw]
  when t < 3
  draw side in 0..1
    coin[1]' = side, t' = t + 1

[throw]
  when t < 3
  draw side in 0..1
    coin[2]' = side, t' = t + 1

[throw]
  when t < 3
  draw side in 0..1
    coin[3]' = side, t' = t + 1

labels
  heads: all(i in 1..3: coin[i] = 1)

questions
  best: Pmax=? [F heads]
"""


def reduced(process: Process) -> Process:
    return Symmetry().apply(process, Context())


def groups(text: str) -> list[str]:
    found = reduced(lower(load_text(text))).exchangeable
    return [" ".join(",".join(block) for block in group) for group in found]


def of_spec(name: str, *questions: str, **constants: str) -> Process:
    process = lower(load_spec(SPECS / f"{name}.yaml", constants))
    asked = [question for question in process.questions if question.name in questions]
    return replace(process, questions=tuple(asked)) if questions else process


def space(process: Process, kernel: str = "compiled") -> StateSpace:
    targets = (registry(load()).make("kernel", kernel, {}),)
    return explore(process, conditions_of(process.questions), targets, replace(Context(), threads=1))[0]


def test_the_process_before_and_after() -> None:
    assert show(reduced(lower(load_text(COINS)))) == AFTER


def test_answers_stay() -> None:
    check_reduction(Symmetry())


def test_what_is_asked_tells_parts_apart() -> None:
    assert groups(COINS.replace("F heads", "F first")) == ["coin[2] coin[3]"]
    assert groups(COINS.replace("Pmax=? [F heads]", "Rmax{first}=? [F t = 3]")) == ["coin[2] coin[3]"]
    assert groups(COINS.partition("questions")[0]) == ["coin[2] coin[3]"], "without questions all labels count"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("side: 0..1}", "side: 0..1, other: 1..i}"),
        ("when: t < 3", "when: t < i"),
        ('"coin[i]": side', '"coin[i]": "if i = 1 then 0 else side"'),
        ('"coin[i]": side', '"coin[t % 3 + 1]": side'),
    ],
)
def test_commands_that_differ_tell_parts_apart(before: str, after: str) -> None:
    found = groups(COINS.replace(before, after))
    assert not any("coin[1]" in group for group in found), found


def test_the_first_state_is_put_in_order() -> None:
    text = COINS.replace("array: 1..3, range: 0..2, init: 2", "array: {i: 1..3}, range: 0..2, init: 3 - i")
    process = reduced(lower(load_text(text)))
    assert [param.init for param in process.params[:3]] == [0, 1, 2]
    assert len(process.exchangeable) == 1


def test_questions_about_equal_parts_are_asked_about_one_of_them() -> None:
    process = reduced(of_spec("ruin", N="6"))
    queries = {question.name: question.query for question in process.questions}
    assert queries["ruin3"] == queries["ruin4"] == queries["ruin6"] != queries["ruin2"]
    assert process.exchangeable == ((("f[4]",), ("f[5]",), ("f[6]",)),)


def test_parts_that_begin_differently_have_questions_of_their_own() -> None:
    text = COINS.replace("array: 1..3, range: 0..2, init: 2", "array: {i: 1..3}, range: 0..2, init: 3 - i")
    asked = 'questions: {one: "Pmax=? [F coin[1] = 1]", two: "Pmax=? [F coin[2] = 1]"}'
    assert groups(text.partition("questions")[0] + asked) == []
    assert groups(COINS.partition("questions")[0] + asked) == ["coin[2] coin[3]"]


def test_a_true_claim_is_no_reason_to_complain() -> None:
    process = lower(load_text(COINS.replace("type: mdp", "type: mdp\nsymmetry: {exchange: coin}")))
    assert oddsmith_check(process) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("when: t < 3", "when: t < i"), r"the command [throw] is not the same when coin[1] and coin[2] change places"),
        (('"coin[i]": side', '"coin[t % 3 + 1]": side'), "where coin[1] is used depends on the state"),
        (("exchange: coin", "exchange: t"), "there is no array `t` of several cells"),
    ],
)
def test_a_false_claim_is_refused_with_the_command_that_breaks_it(change: tuple[str, str], reason: str) -> None:
    text = COINS.replace("type: mdp", "type: mdp\nsymmetry: {exchange: coin}").replace(*change)
    (complaint,) = oddsmith_check(lower(load_text(text)))
    assert complaint.code == "E408"
    assert reason in complaint.message


RECORDS = """\
game: records
variables:
  chips: {array: 1..3, range: 0..3, init: 1}
  in_jail: {array: 1..3, range: 0..1, init: 0}
  x1: 0..1
  x2: 0..1
commands:
  - when: "all(i in 1..3: chips[i] < 3)"
    then:
      - for: {i: 1..3}
        weight: 1/3
        then: {"chips[i]": "chips[i] + (1 - in_jail[i])", "in_jail[i]": "1 - in_jail[i]", x1: 1 - x2, x2: 1 - x1}
questions:
  end: "R{steps}=? [F any(i in 1..3: chips[i] = 3)]"
"""


def test_records_change_places_as_wholes() -> None:
    wanted = ["x1 x2", "chips[1],in_jail[1] chips[2],in_jail[2] chips[3],in_jail[3]"]
    assert groups(RECORDS) == wanted
    process = lower(load_text(RECORDS))
    whole, smaller = space(process), space(reduced(process))
    assert len({tuple(row) for row in sorted_rows(whole, reduced(process))}) == smaller.size < whole.size


def test_equal_dice_may_change_places() -> None:
    assert [len(group) for group in reduced(of_spec("combat-dice")).exchangeable] == [3]


@pytest.mark.parametrize(
    ("process", "states"),
    [
        (of_spec("ruin", "length", "ruin1", N="5", d="10"), 740),
        (of_spec("combat-dice"), 2 + 3 * 56),
        (of_spec("yahtzee", "yahtzee"), 0),
    ],
    ids=lambda value: value.name if isinstance(value, Process) else "",
)
def test_states_are_counted_up_to_the_order(process: Process, states: int) -> None:
    whole, smaller = space(process), space(reduced(process))
    rows = {tuple(row) for row in sorted_rows(whole, reduced(process))}
    assert smaller.size == len(rows)
    assert states in (0, smaller.size)


@pytest.mark.parametrize(
    ("process", "states"),
    [
        (of_spec("ruin", "length", "ruin1", N="10", d="20"), 35_506),
        (of_spec("yahtzee", "yahtzee", N="40"), 165_987),
        (of_spec("yahtzee-dice"), 1 + 3 * 252),
    ],
    ids=lambda value: value.name if isinstance(value, Process) else "",
)
def test_large_games_become_small(process: Process, states: int) -> None:
    assert space(validate(reduced(process))).size == states


def test_decisions_of_incan_gold_count_kinds_of_hazards_only() -> None:
    process = reduced(of_spec("incan-gold"))
    found = space(process)
    decisions = np.diff(found.transitions.starts) > 1
    assert np.count_nonzero(decisions) <= 165_888


def sorted_rows(whole: StateSpace, process: Process) -> list[list[int]]:
    """All states of the whole space, their blocks sorted by hand."""
    places = {param.name: place for place, param in enumerate(process.params)}
    found = []
    for row in whole.rows:
        values = list(whole.encoding.unpack(row))
        for group in process.exchangeable:
            held = sorted([values[places[name]] for name in block] for block in group)
            for block, new in zip(group, held, strict=True):
                for name, value in zip(block, new, strict=True):
                    values[places[name]] = value
        found.append(values)
    return found
