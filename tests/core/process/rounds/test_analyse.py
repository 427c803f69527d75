"""A race -> axes with the values that can be held, rows of outcomes, and reasons where there are none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.nodes import FALSE, TRUE
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.process.rounds.analyse import conditions, rounds_of
from oddsmith.process.rounds.structure import FAULT, NoRoundsError


def test_turns_axes_and_values_that_can_be_held(race):
    rounds = rounds_of(race())
    assert rounds.control == "turn"
    assert [layer.value for layer in rounds.layers] == [1, 2]
    assert [(axis.name, axis.values) for axis in rounds.axes] == [
        ("at[1]", (0, 1, 2, 3, 4, 5)),
        ("at[2]", (0, 1, 2, 3, 4, 5)),
    ]
    assert [layer.writes for layer in rounds.layers] == [(0,), (1,)]
    assert rounds.cells == 36


def test_a_row_has_its_outcomes_with_conditions_on_the_others_only(race):
    (case,) = rounds_of(race()).layers[0].rows[1]
    assert show(case.condition) == "at[2] < 4"
    assert [(o.weight, show(o.condition), o.yes, o.no) for o in case.outcomes] == [
        (Fraction(1, 2), "at[2] = 2", 0, 2),
        (Fraction(1, 2), "at[2] = 3", 0, 3),
    ]
    assert case.gains == (("moves", 1, None),)


def test_rows_where_no_command_is_left_end_the_game(race):
    assert rounds_of(race()).layers[0].rows[4] == ()


def test_weights_that_depend_on_others_split_the_case(race):
    change = ('draw: {a: "1..2"}', 'draw: {a: "1..if at[3 - p] > 1 then 1 else 2"}')
    cases = rounds_of(race(change)).layers[0].rows[0]
    assert [len(case.outcomes) for case in cases] == [1, 2]
    assert [show(case.condition) for case in cases] == ["at[2] < 4 and at[2] > 1", "at[2] < 4 and at[2] <= 1"]


def test_values_copied_from_others_become_one_condition_each(race):
    change = ("if at[3 - p] = at[p] + a then 0 else at[p] + a", "min(5, at[3 - p] + a)")
    (case,) = rounds_of(race(change)).layers[0].rows[0]
    assert sum(outcome.weight for outcome in case.outcomes if show(outcome.condition).endswith("= 2")) == 1


def test_what_must_not_happen_is_a_target_of_its_own(race):
    rounds = rounds_of(race(("range: 0..6", "range: 0..4")))
    assert rounds.fault == "[go] may set at[1] to 5, outside 0..4"
    assert FAULT in [o.no for case in rounds.layers[0].rows[3] for o in case.outcomes]


def test_two_commands_at_once_are_a_case_of_their_own(race):
    more = '  - {action: stay, when: "turn = 1 and at[2] = 2", then: {turn: 2}}\nlabels'
    rounds = rounds_of(race(("labels", more)))
    assert rounds.fault == "[stay] and [go] may be enabled at once"


def test_formulas_by_layer_and_row(race):
    process = race()
    found = conditions(process, rounds_of(process), parse_text("at[1] >= 4"))
    assert found[0] == (FALSE, FALSE, FALSE, FALSE, TRUE, TRUE)
    assert {show(e) for e in found[1]} == {"at[1] >= 4"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("turn: 3 - p}", "turn: if a = 2 then p else 3 - p}"), r"turn: \[go\] sets it to `if a = 2"),
        (("turn: 3 - p}", "turn: p}"), r"turn: \[go\] leaves it as it is"),
        (("game: race", "game: race\ndeadlock: error"), "all states must be looked at"),
        (("game: race", "game: race\ntype: mdp"), "somebody decides"),
    ],
)
def test_reasons(race, change, reason):
    changes = [change] if "mdp" not in change[1] else [change, ("P=?", "Pmax=?"), ("R{moves}=?", "R{moves}max=?")]
    with pytest.raises(NoRoundsError, match=reason):
        rounds_of(race(*changes))
