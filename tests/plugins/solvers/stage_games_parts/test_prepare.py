"""Explored choices that tell what was chosen."""

from __future__ import annotations

from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.stage_games_parts.prepare import CROWD, JOINT, Decoder, prepared

SPEC = """
game: test
type: game
players: [ann, bob]
variables: {x: 0..1}
commands:
  - {when: x = 0, together: {ann: {choose: {a: [2, 5]}}, bob: {choose: {b: 0..2}}}, then: {x: 1}}
"""


def test_the_number_of_a_combination_gives_the_values_back() -> None:
    (summand,) = lower(load_text(SPEC, "test.yaml")).summands
    decode = Decoder(summand)
    numbers = {(a - 2) * 3 + b: {"a": a, "b": b} for a in (2, 5) for b in range(3)}
    assert {number: decode(number) for number in numbers} == numbers


def test_two_rewards_are_added_that_nobody_asks_for() -> None:
    process = prepared(lower(load_text(SPEC, "test.yaml")))
    assert [reward.name for reward in process.rewards] == [JOINT, CROWD]
    assert [gain.reward for gain in process.summands[0].gains] == [JOINT, CROWD]
