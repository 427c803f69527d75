"""A race -> axes with the values that can be held, rows of outcomes, and reasons where there are none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsmith.expr.nodes import FALSE, TRUE
from oddsmith.expr.parse import parse_text
from oddsmith.expr.show import show
from oddsmith.process.rounds.analyse import conditions, end_conditions, rounds_of
from oddsmith.process.rounds.structure import FAULT, End, NoRoundsError


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


STAYS = ("turn: 3 - p}", '"turn": "if at[p] + a >= 4 then turn else 3 - p"}')
"""The turn stays with whoever reaches the goal."""
ALONE = ("if at[3 - p] = at[p] + a then 0 else at[p] + a", "at[p] + a")


def test_the_turn_may_stay_where_the_game_ends(race):
    rounds = rounds_of(race(STAYS, ALONE))
    assert [layer.ends for layer in rounds.layers] == [
        (End(1, (4,)), End(1, (5,))),
        (End(2, (4,)), End(2, (5,))),
    ]
    assert [axis.values for axis in rounds.axes] == [(0, 1, 2, 3), (0, 1, 2, 3)], "ends need no cell"
    (case,) = rounds.layers[0].rows[3]
    assert case.outcomes == ()
    assert [(end.weight, end.condition, end.place) for end in case.ends] == [
        (Fraction(1, 2), None, 0),
        (Fraction(1, 2), None, 1),
    ]


def test_an_end_may_depend_on_the_others(race):
    stays = (STAYS[0], '"turn": "if at[p] + a = 2 and at[3 - p] = 3 then turn else 3 - p"}')
    over = ("at[1] < 4 and at[2] < 4", "at[1] < 4 and at[2] < 4 and not (at[p] = 2 and at[3 - p] = 3)")
    rounds = rounds_of(race(stays, over, ALONE))
    (case,) = rounds.layers[0].rows[1]
    assert [(o.weight, show(o.condition) if o.condition else "", o.yes) for o in case.outcomes] == [
        (Fraction(1, 2), "at[2] != 3", 2),
        (Fraction(1, 2), "", 3),
    ]
    assert [(show(end.condition), rounds.layers[0].ends[end.place]) for end in case.ends] == [
        ("at[2] = 3", End(1, (2,)))
    ]


def test_a_turn_that_stays_while_the_game_goes_on_is_no_end(race):
    stays = (STAYS[0], '"turn": "if at[p] + a >= 3 then turn else 3 - p"}')
    with pytest.raises(NoRoundsError, match=r"\[go\]: it keeps turn at 1 where the game goes on"):
        rounds_of(race(stays, ALONE))


def test_a_command_that_ends_the_game_need_not_touch_the_turn(race):
    stop = ("labels", '  - {action: stop, when: "turn = 1 and at[1] = 2", then: {"at[1]": 6}}\nlabels')
    rounds = rounds_of(race(ALONE, ("at[1] < 4 and at[2] < 4", "at[1] < 4 and at[2] < 4 and at[1] != 2"), stop))
    assert rounds.layers[0].ends == (End(1, (6,)),)


def test_the_control_parameter_may_get_a_value_of_its_own_when_the_game_ends(race):
    stays = (STAYS[0], '"turn": "if at[p] + a >= 4 then 3 else 3 - p"}')
    rounds = rounds_of(race(stays, ALONE, ("range: 1..2, init: 1", "range: 1..3, init: 1")))
    assert [layer.ends for layer in rounds.layers] == [(End(3, (4,)), End(3, (5,)))] * 2


def test_formulas_at_the_ends(race):
    process = race(STAYS, ALONE)
    found = end_conditions(process, rounds_of(process), parse_text("at[1] >= 5 or turn = 2 and at[2] = 4"))
    assert found[0] == (FALSE, TRUE)
    assert (found[1][0], show(found[1][1])) == (TRUE, "at[1] >= 5")


def test_formulas_by_layer_and_row(race):
    process = race()
    found = conditions(process, rounds_of(process), parse_text("at[1] >= 4"))
    assert found[0] == (FALSE, FALSE, FALSE, FALSE, TRUE, TRUE)
    assert {show(e) for e in found[1]} == {"at[1] >= 4"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("turn: 3 - p}", "turn: if a = 2 then p else 3 - p}"), r"turn would go round, but \[go\]: it keeps turn at 1"),
        (("turn: 3 - p}", '"turn": "at[3 - p]"}'), r"turn: \[go\] sets it to `at\[2\]`"),
        (("turn: 3 - p}", "turn: p}"), r"turn: \[go\] leaves it as it is"),
        (("game: race", "game: race\ndeadlock: error"), "all states must be looked at"),
        (("game: race", "game: race\ntype: mdp"), "somebody decides"),
    ],
)
def test_reasons(race, change, reason):
    changes = [change] if "mdp" not in change[1] else [change, ("P=?", "Pmax=?"), ("R{moves}=?", "R{moves}max=?")]
    with pytest.raises(NoRoundsError, match=reason):
        rounds_of(race(*changes))
