"""A declared rotation is checked turn by turn."""

from __future__ import annotations

import pytest

from oddsmith.expr.parse import parse_text
from oddsmith.process.rounds.analyse import conditions, end_conditions, rounds_of
from oddsmith.process.rounds.symmetry import rotation_of
from oddsmith.source import SpecError


def test_rotation_turns_one_players_question_into_the_others(race):
    process = race()
    rounds = rounds_of(process)
    rotation = rotation_of(process, rounds)
    first, second = (conditions(process, rounds, parse_text(f"at[{p}] >= 4")) for p in (1, 2))
    assert rotation.shift == 1
    assert rotation.rows(first) == second
    assert rotation.rows(second) == first


def test_no_claim_no_rotation(race):
    process = race(("symmetry: {rotate: at, with: turn}\n", ""))
    assert rotation_of(process, rounds_of(process)) is None


STAYS = ("turn: 3 - p}", '"turn": "if at[p] + a >= 4 then turn else 3 - p"}')
ALONE = ("if at[3 - p] = at[p] + a then 0 else at[p] + a", "at[p] + a")


def test_ends_are_rotated_with_the_turn(race):
    process = race(STAYS, ALONE)
    rounds = rounds_of(process)
    rotation = rotation_of(process, rounds)
    first, second = (end_conditions(process, rounds, parse_text(f"at[{p}] >= 4")) for p in (1, 2))
    assert rotation.ends(first) == second


BOTH = (
    'at[p]": "if at[3 - p] = at[p] + a then 0 else at[p] + a"',
    'at[p]": "at[p] + a", "at[3 - p]": "if at[3 - p] = at[p] + a then 0 else at[3 - p]"',
)
"""Whoever is met goes back to the start: each turn writes both squares."""


def test_turns_may_write_the_same_axes_in_another_order(race):
    process = race(BOTH)
    rounds = rounds_of(process)
    assert [layer.writes for layer in rounds.layers] == [(0, 1), (0, 1)]
    rotation = rotation_of(process, rounds)
    first, second = (conditions(process, rounds, parse_text(f"at[{p}] >= 4")) for p in (1, 2))
    assert first != second
    assert rotation.rows(first) == second
    assert rotation.rows(second) == first


def test_ends_that_differ_break_the_symmetry(race):
    process = race((STAYS[0], '"turn": "if at[p] + a >= 4 then 1 else 3 - p"}'), ALONE)
    with pytest.raises(SpecError, match=r"E408.*\[go\] is not the same"):
        rotation_of(process, rounds_of(process))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('"1..2"', '"1..if p = 1 then 2 else 1"'), r"the command \[go\] is not the same for turn = 1 and turn = 2"),
        (("at[1] < 4 and at[2] < 4", "at[1] < 4 and at[2] < 5 - p"), r"the command \[go\] is not the same"),
        (("{array: 1..2, range: 0..6, init: 0}", "{array: {i: 1..2}, range: 0..6, init: i}"), "begin with different"),
    ],
)
def test_false_claims_are_refused_with_what_breaks_them(race, change, reason):
    process = race(change)
    with pytest.raises(SpecError, match=f"E408.*{reason}"):
        rotation_of(process, rounds_of(process))
