"""Rewards of states, actions and transitions."""

from __future__ import annotations

from collections.abc import Callable

from oddsmith.expr.show import show
from oddsmith.process.process import Process, Reward
from oddsmith.spec.lower.rewards import step_reward

Lower = Callable[..., Process]

TEXT = """
variables: {f: 0..9}
commands:
  - {action: "bet[i]", for: {i: 1..2}, when: f = i, then: {f: f + i}}
  - {when: f > 7, then: {f: 0}}
rewards:
  rounds: 1
  here: [{when: f = 3, gain: 2}, {when: f > 5, gain: f}]
  bets: [{action: bet, gain: 1}, {action: "bet[2]", when: f > 1, gain: 10}]
  money: [{action: "*", gain: next(f) - f}]
"""


def test_state_items_become_one_sum(lowered: Lower) -> None:
    assert {r.name: show(r.state) for r in lowered(TEXT).rewards} == {
        "rounds": "1",
        "here": "(if f = 3 then 2 else 0) + (if f > 5 then f else 0)",
        "bets": "0",
        "money": "0",
    }


def test_action_items_become_gains_at_the_commands_that_they_name(lowered: Lower) -> None:
    gains = [{g.reward: show(g.value) for g in s.gains} for s in lowered(TEXT).summands]
    assert gains == [
        {"bets": "1", "money": "next(f) - f"},
        {"bets": "1 + (if f > 1 then 10 else 0)", "money": "next(f) - f"},
        {"money": "next(f) - f"},
    ]


def test_the_built_in_reward_counts_steps() -> None:
    reward = step_reward()
    assert isinstance(reward, Reward)
    assert (reward.name, show(reward.state)) == ("steps", "1")


def test_a_family_is_one_reward_per_index(lowered: Lower) -> None:
    process = lowered(TEXT.replace("  rounds: 1\n", "  rounds[i in 1..2]: i\n"))
    assert [(r.name, show(r.state)) for r in process.rewards[:2]] == [("rounds[1]", "1"), ("rounds[2]", "2")]
