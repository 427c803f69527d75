"""What behaviour earns, best responses without peeking, and regrets."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile

import numpy as np
import pytest
from numpy.typing import NDArray

from oddsmith.tree.measure import reward_payoff
from oddsmith.tree.plays import Plays
from oddsmith.tree.tree import GameTree

Unfold = Callable[..., GameTree]


def payoffs(tree: GameTree) -> NDArray[np.float64]:
    return np.array([reward_payoff(tree, reward) for reward in tree.wants if reward is not None])


def test_matching_pennies(tree: Unfold, pennies: str) -> None:
    found = tree(pennies)
    plays, gains = Plays.of(found), payoffs(found)
    behaviour = np.array([0.75, 0.25, 0.5, 0.5])
    assert plays.value(behaviour, gains[0]) == pytest.approx(0.5)
    response = plays.best_response(1, behaviour, gains[1])
    assert response.value == pytest.approx(-0.25)
    assert response.behaviour.tolist() == [0.75, 0.25, 1, 0]
    assert plays.regrets(behaviour, gains) == pytest.approx([0, 0.25])


def test_a_best_response_never_peeks(tree: Unfold, pennies: str) -> None:
    """Who saw the penny would always guess right; who does not see it cannot do better than one half."""
    hidden, seen = tree(pennies), tree(pennies.replace("sees: ann", "sees: [ann, bob]"))
    fair = Plays.of(hidden).best_response(1, hidden.information.uniform(), payoffs(hidden)[1]).value
    unfair = Plays.of(seen).best_response(1, seen.information.uniform(), payoffs(seen)[1]).value
    assert (fair, unfair) == (-0.5, 0)


def test_kuhns_equilibrium_leaves_nothing_to_gain(poker: Callable[[int], GameTree]) -> None:
    """Kuhn's family at 0: player 1 bets nothing first; 2 bluffs and calls with one third."""
    found = poker(2)
    plays, gains = Plays.of(found), payoffs(found)
    wish = {
        (1, False): {1: 0.0, 2: 0.0, 3: 0.0},
        (1, True): {1: 0.0, 2: 1 / 3, 3: 1.0},
        (2, False): {1: 1 / 3, 2: 0.0, 3: 1.0},
        (2, True): {1: 0.0, 2: 1 / 3, 3: 1.0},
    }
    behaviour = found.information.uniform()
    for number in range(found.information.count):
        view, seat = found.view(number), int(found.information.player[number]) + 1
        bets = wish[seat, view["bettor"] > 0][view[f"card[{seat}]"]]
        behaviour[found.information.start[number]] = bets
        behaviour[found.information.start[number] + 1] = 1 - bets
    assert plays.value(behaviour, gains[0]) == pytest.approx(-1 / 18)
    assert plays.regrets(behaviour, gains) == pytest.approx([0, 0], abs=1e-15)
    support, chances = plays.spread(behaviour, gains[0])
    assert support.tolist() == [-2, -1, 1, 2]
    assert chances @ support == pytest.approx(-1 / 18)


def test_compiled_and_plain_passes_agree(poker: Callable[[int], GameTree]) -> None:
    found = poker(4)
    plays, gains = Plays.of(found), payoffs(found)
    chance = np.random.default_rng(1)
    weights = chance.random(found.information.moves)
    behaviour = weights / np.add.reduceat(weights, found.information.start[:-1])[found.information.owner]
    quick = plays.best_response(2, behaviour, gains[2])
    plain = type("Plain", (Plays,), {"_fast": lambda self, function: function.python})
    same = plain(plays.information, plays.players, plays.chance, plays.last).best_response(2, behaviour, gains[2])
    assert quick.value == pytest.approx(same.value, rel=1e-12)
    assert (quick.best == same.best).all()
    assert plays.value(quick.behaviour, gains[2]) == pytest.approx(quick.value, rel=1e-12)


def test_an_answer_walks_through_no_history_in_python(poker: Callable[[int], GameTree]) -> None:
    found = poker(4)
    plays, gains, behaviour = Plays.of(found), payoffs(found), found.information.uniform()
    plays.best_response(0, behaviour, gains[0])
    with Profile() as profile:
        plays.best_response(0, behaviour, gains[0])
    made = sum(one.callcount for one in profile.getstats())
    assert made < 160, made  # as many as there are information sets
