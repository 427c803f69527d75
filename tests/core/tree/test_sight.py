"""Who sees what, and what choices are called."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.tree.sight import blind, players_of, visible
from oddsmith.tree.tree import GameTree

Unfold = Callable[..., GameTree]


def test_who_decides_and_does_not_see_everything_is_blind(pennies: str) -> None:
    process = lower(load_text("game: test\n" + pennies, "test.yaml", {}))
    assert blind(process) == {"bob": ("x",)}
    assert visible(process, "ann") == (0, 1, 2)
    assert visible(process, "bob") == (1, 2)


def test_the_one_of_an_mdp_sees_what_is_not_hidden() -> None:
    text = "game: test\ntype: mdp\nvariables: {x: {range: 0..1, sees: []}, y: 0..1}\ncommands: [{then: {y: 1}}]\n"
    process = lower(load_text(text, "test.yaml", {}))
    (player,) = players_of(process)
    assert visible(process, player) == (1,)
    assert blind(process) == {player: ("x",)}


def test_chosen_values_of_enumerations_are_named(tree: Unfold) -> None:
    found = tree("""
        type: game
        players: {ann: {wants: gain}}
        variables: {side: [none, heads, tails]}
        commands: [{action: lay, player: ann, choose: {s: [heads, tails]}, when: side = none, then: {side: s}}]
        rewards: {gain: 0}
        """)
    assert found.information.names == ("lay s=heads", "lay s=tails")
