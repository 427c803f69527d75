"""Which questions ranks answer together."""

from __future__ import annotations

import pytest

from oddsmith.plugin import Process
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith_plugins.solvers.petsc_parts.asked import NotTogetherError, asked

GAME = """\
game: game
type: {kind}
variables: {{f: {{range: 0..4, init: 2}}}}
commands: [{{when: 0 < f < 4, then: {{f: f - 1}}}}]
rewards: {{coins: 1}}
questions: {{it: "{ask}"}}
"""


def game(ask: str, kind: str = "chain") -> Process:
    return lower(load_text(GAME.format(ask=ask, kind=kind)))


@pytest.mark.parametrize(
    ("ask", "steps", "negated", "reward"),
    [
        ("P=? [F f = 0]", None, False, None),
        ("P=? [f > 0 U<=3 f = 0]", 3, False, None),
        ("P=? [G f > 0]", None, True, None),
        ("R{coins}=? [F f = 0]", None, False, "coins"),
    ],
)
def test_paths_and_rewards_up_to_a_goal(ask: str, steps: int | None, negated: bool, reward: str | None) -> None:
    process = game(ask)
    found = asked(process, process.questions[0])
    assert (found.steps, found.negated, found.reward) == (steps, negated, reward)


@pytest.mark.parametrize("ask", ["P=? [X f = 1]", "P=? [F>=2 f = 0]", "R{coins}=? [C<=3]", "dist{coins} [F f = 0]"])
def test_others_are_left_to_one_process(ask: str) -> None:
    process = game(ask)
    with pytest.raises(NotTogetherError, match="several ranks"):
        asked(process, process.questions[0])


@pytest.mark.parametrize(("ask", "maximise"), [("Pmax=? [F f = 0]", True), ("Pmax=? [G f > 0]", False)])
def test_decisions_say_whether_the_goal_is_wanted(ask: str, maximise: bool) -> None:
    process = game(ask, "mdp")
    assert asked(process, process.questions[0]).maximise is maximise


def test_decisions_within_steps_are_left_to_one_process() -> None:
    process = game("Pmax=? [F<=3 f = 0]", "mdp")
    with pytest.raises(NotTogetherError, match="only where nobody decides"):
        asked(process, process.questions[0])
