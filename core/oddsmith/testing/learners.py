"""A learner -> nothing, or an AssertionError that says where it goes wrong: what a learner's own tests call."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.learn.learner import Learner
from oddsmith.learn.match import Match
from oddsmith.learn.play import Dealer
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.offers import assert_offer
from oddsmith.tree.unfold import unfold

PENNIES = """
game: pennies
type: game
players: {ann: {wants: gain}, bob: {wants: loss}}
variables:
  x: {range: 0..2, sees: ann}
  y: 0..2
  phase: [lay, guess, done]
  shown: 0..2
commands:
  - {action: lay, player: ann, choose: {k: 1..2}, when: phase = lay, then: {x: k, phase: guess}}
  - {action: guess, player: bob, choose: {k: 1..2}, when: phase = guess, then: {y: k, shown: x, phase: done}}
rewards:
  gain: [{action: guess, gain: if next(y) = x then -1 else 1}]
  loss: [{action: guess, gain: if next(y) = x then 1 else -1}]
"""
"""Ann hides a penny under one of two cups, Bob guesses, and then it is shown."""
CUPS = """
game: cups
type: game
players: {ann: {wants: gain}, bob: {wants: loss}}
variables:
  coin: {range: 0..3, sees: ann}
  said: 0..2
  phase: [toss, say, guess, done]
commands:
  - {action: toss, when: phase = toss, draw: {c: 1..3}, then: {coin: c, phase: say}}
  - {action: say, player: ann, choose: {k: 1..2}, when: phase = say, then: {said: k, phase: guess}}
  - {action: trust, player: bob, when: phase = guess, then: {phase: done}}
  - {action: doubt, player: bob, when: phase = guess, then: {phase: done}}
rewards:
  gain: [{action: trust, gain: "said - (if coin = 1 then 1 else 2)"}, {action: doubt, gain: "1/4 - coin % 2"}]
  loss: [{action: trust, gain: "(if coin = 1 then 1 else 2) - said"}, {action: doubt, gain: "coin % 2 - 1/4"}]
"""
"""Ann tells what she tossed, or something else; nobody ever shows it."""
HANDS = 40


def matches() -> list[Match]:
    """Small games in which something is hidden: shown at the end, or never. The other tosses an unfair coin."""
    found = []
    for text in (PENNIES, CUPS):
        process = lower(load_text(text))
        kernels = registry(load()).all_of("kernel")
        space, _ = explore(process, (), kernels, Context())
        tree = unfold(process, space, Context())
        sizes = np.diff(tree.information.start)
        first = np.zeros(tree.information.moves)
        first[tree.information.start[:-1]] = 0.5
        habit = 0.5 * np.repeat(1 / sizes, sizes) + first
        found.append(Match(tree, ("learner", "other"), (habit,)))
    return found


def check_learner(learner: Learner) -> None:
    """It plays other games than cards, the same with the same cards, by the rules, and leaves what is shared alone."""
    assert_offer("learner", learner)
    for match in matches():
        shared = [match.habits[0].copy(), match.payoffs.copy(), match.plays.chance.copy(), match.paths.copy()]
        dealer = Dealer(match)
        first, again = (dealer.game(learner.begin(match), HANDS, (1, 2), True, _free) for _ in range(2))
        fresh = replace(match, known={})
        anew = Dealer(fresh).game(learner.begin(fresh), HANDS, (1, 2), True, _free)
        name = f"learner {learner.name}"
        assert np.array_equal(first, again), f"{name} remembers the game before, which it should begin anew"
        assert np.array_equal(first, anew), f"{name} plays otherwise when others have played the match before"
        now = [match.habits[0], match.payoffs, match.plays.chance, match.paths]
        unchanged = all(np.array_equal(one, other) for one, other in zip(shared, now, strict=True))
        assert unchanged, f"{name} changes what all games share"


def _free() -> None:
    """No limits."""
