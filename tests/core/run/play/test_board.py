"""What can be done and what can come of it, in the words of the spec."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from oddsmith.testing.games import DICE, GAMBLER

SPECS = Path(__file__).parents[4] / "specs"


def test_choices_and_their_outcomes(board):
    seen = board(GAMBLER)
    small, large = seen.choices(seen.start())
    assert (small.title, large.title) == ("small", "large")
    assert [(o.text, o.probability) for o in small.outcomes] == [
        ("f: 2 -> 3", Fraction(3, 5)),
        ("f: 2 -> 1", Fraction(2, 5)),
    ]
    assert seen.labels(seen.start()) == []


def test_gains_of_a_step_come_with_its_outcome(board):
    seen = board(DICE)
    (throw,) = seen.choices(seen.start())
    place = seen.rewards.index("eyes")
    assert sorted(state[2][place] for o in throw.outcomes for state in o.states) == [1, 2, 3, 4, 5, 6]


def test_choices_of_one_name_are_told_apart(board):
    seen = board(SPECS / "combat-dice.yaml")
    (first,) = seen.choices(seen.start())
    titles = [choice.title for choice in seen.choices(first.outcomes[0].states[0][0])]
    assert len(titles) == len(set(titles)) == 8
    assert "reroll, by chance: die.face[2]" in titles


def test_chosen_values_are_named(board):
    text = "game: pick\ntype: mdp\nvariables: {x: 0..3}\ncommands: [{when: x = 0, choose: {k: 1..3}, then: {x: k}}]\n"
    seen = board(text)
    assert [c.title for c in seen.choices(seen.start())] == ["move, k = 1", "move, k = 2", "move, k = 3"]


def test_who_must_not_see_does_not(board):
    seen = board(SPECS / "kuhn.yaml", "p[2]")
    row = seen.start()
    assert seen.shown(row)["card[1]"] == "?"
    (deal,) = seen.choices(row)
    assert deal.veiled
    assert [outcome.text for outcome in deal.outcomes] == ["turn: 1 -> 2"], "three cards look alike"
    assert set(seen.telling) == {"gain[1]", "gain[2]"}
    open_board = board(SPECS / "kuhn.yaml")
    assert len(open_board.choices(row)[0].outcomes) == 3


def test_commands_of_a_chain_that_overlap_are_one_move_of_chance(board):
    text = """
game: fork
overlap: uniform
variables: {x: 0..2}
commands:
  - {action: left, when: x = 0, then: {x: 1}}
  - {action: right, when: x = 0, then: [1/3: {x: 1}, 2/3: {x: 2}]}
rewards: {toll: [{action: left, gain: 4}]}
"""
    seen = board(text)
    (fork,) = seen.choices(seen.start())
    assert fork.title == "left or right"
    assert [(o.text, o.probability) for o in fork.outcomes] == [
        ("x: 0 -> 1", Fraction(2, 3)),
        ("x: 0 -> 2", Fraction(1, 3)),
    ]
    place = seen.rewards.index("toll")
    assert sorted((state[1], state[2][place]) for state in fork.outcomes[0].states) == [
        (Fraction(1, 6), 0),
        (Fraction(1, 2), 4),
    ]
