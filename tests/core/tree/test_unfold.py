"""State spaces as trees of histories."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.memory import resident_memory
from oddsmith.source import SpecError
from oddsmith.spec.load import load
from oddsmith.spec.lower import lower
from oddsmith.tree.tree import GameTree
from oddsmith.tree.unfold import end_states, histories, unfold

Unfold = Callable[..., GameTree]


@pytest.mark.parametrize(("players", "nodes", "sets"), [(2, 58, 12), (3, 617, 48), (4, 7886, 160)])
def test_kuhn_poker_has_the_published_size(
    poker: Callable[[int], GameTree], players: int, nodes: int, sets: int
) -> None:
    found = poker(players)
    assert (found.size, found.information.count) == (nodes, sets)
    deals = np.prod(np.arange(2, players + 2))
    assert len(found.leaves) == deals * (players * 2 ** (players - 1) + 1)


def test_one_state_with_two_histories_is_two_nodes(tree: Unfold) -> None:
    found = tree("""
        variables: {x: 0..3, t: 0..2}
        commands: [{when: t < 2, draw: {k: 0..1}, then: {x: x + k, t: t + 1}}]
        """)
    assert found.space.size == 1 + 2 + 3
    assert found.size == 1 + 2 + 4
    assert found.chance[found.leaves] == pytest.approx([0.25] * 4)


def test_histories_are_counted_without_unfolding(poker: Callable[[int], GameTree]) -> None:
    found = poker(3)
    assert histories(found.space, end_states(found.space)) == found.size


def test_a_game_that_comes_back_is_refused_with_a_state_on_the_way(tree: Unfold) -> None:
    with pytest.raises(SpecError) as caught:
        tree("""
            type: mdp
            variables: {x: 0..2}
            commands:
              - {action: on, when: x < 2, then: {x: x + 1}}
              - {action: back, when: x = 1, then: {x: 0}}
            """)
    (found,) = caught.value.diagnostics
    assert found.code == "E508"
    assert "x=" in found.why


def test_a_loop_that_waits_is_refused_too(tree: Unfold) -> None:
    with pytest.raises(SpecError, match="E508"):
        tree("variables: {x: 0..1}\ncommands: [{when: x = 0, then: [1/2: {x: 1}, 1/2: {}]}]\n")


def test_an_end_may_have_a_command_that_changes_nothing(tree: Unfold) -> None:
    text = "variables: {x: 0..1}\ncommands: [{when: x = 0, then: {x: 1}}, {when: x = 1, then: {}}]\n"
    assert tree(text).size == 2


def test_a_tree_that_does_not_fit_is_refused_with_its_size(poker: Callable[[int], GameTree]) -> None:
    found = poker(4)
    process = lower(load(Path(__file__).parents[3] / "specs" / "kuhn.yaml", {"n": "4"}))
    with pytest.raises(LimitError, match="7,886 histories"):
        unfold(process, found.space, Context(Limits(memory=resident_memory() + 100_000)))
