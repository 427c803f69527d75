"""Information sets: what players know where they decide."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddsmith.source import SpecError
from oddsmith.tree.tree import GameTree

Unfold = Callable[..., GameTree]


def refusal(tree: Unfold, text: str) -> str:
    with pytest.raises(SpecError) as caught:
        tree(text)
    return str(caught.value)


def test_who_does_not_see_the_penny_has_one_set(tree: Unfold, pennies: str) -> None:
    found = tree(pennies).information
    assert found.player.tolist() == [0, 1]
    assert found.names == ("lay k=1", "lay k=2", "guess k=1", "guess k=2")
    assert found.before.tolist() == [4, 5]


def test_who_sees_it_has_two(tree: Unfold, pennies: str) -> None:
    assert tree(pennies.replace("sees: ann", "sees: [ann, bob]")).information.count == 3


def test_an_earlier_set_comes_before_a_later_one(poker: Callable[[int], GameTree]) -> None:
    found = poker(3).information
    inner = found.before < found.moves
    assert (found.owner[found.before[inner]] < inner.nonzero()[0]).all()
    assert (found.player[found.owner[found.before[inner]]] == found.player[inner]).all()


def test_sets_are_told_by_what_is_seen_and_differs(tree: Unfold, pennies: str) -> None:
    found = tree(pennies.replace("sees: ann", "sees: [ann, bob]"))
    assert [found.words(i) for i in range(3)] == ["his only decision", "x=1", "x=2"]
    assert found.view(2) == {"x": 2, "laid": 1, "y": 0}


FORGETFUL = """
type: game
players: {ann: {wants: gain}}
variables: {x: {range: 0..2, sees: []}, t: 0..2, y: {range: 0..2, sees: []}}
commands:
  - {action: first, player: ann, choose: {k: 1..2}, when: t = 0, then: {x: k, t: 1}}
  - {action: second, player: ann, choose: {k: 1..2}, when: t = 1, then: {y: k, t: 2}}
rewards: {gain: [{action: second, gain: if x = next(y) then 1 else 0}]}
"""


def test_a_player_who_forgets_his_own_move_is_refused_with_both_histories(tree: Unfold) -> None:
    message = refusal(tree, FORGETFUL)
    assert "E507: ann would forget what he saw or did before" in message
    assert "x=1, t=1" in message
    assert "x=2, t=1" in message
    assert tree(FORGETFUL.replace("x: {range: 0..2, sees: []}", "x: {range: 0..2}")).information.count == 3


def test_choices_that_give_a_secret_away_are_refused(tree: Unfold, pennies: str) -> None:
    message = refusal(tree, pennies.replace("when: laid and y = 0", "when: laid and y = 0 and k <= x"))
    assert "E509: bob could tell two states apart by what can be done there" in message
    assert "guess k=1, guess k=2" in message


def test_commands_with_one_name_are_one_move(tree: Unfold, pennies: str) -> None:
    same = """
      - {action: guess, player: bob, choose: {k: 1..2}, when: laid and y = 0 and x = 1, then: {y: k}}
      - {action: guess, player: bob, choose: {k: 1..2}, when: laid and y = 0 and x = 2, then: {y: k}}
    """
    old = "  - {action: guess, player: bob, choose: {k: 1..2}, when: laid and y = 0, then: {y: k}}"
    found = tree(pennies.replace(old, "\n".join(line[4:] for line in same.splitlines() if line.strip())))
    assert found.information.names == ("lay k=1", "lay k=2", "guess k=1", "guess k=2")
