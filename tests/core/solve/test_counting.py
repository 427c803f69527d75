"""Which questions depend on the number of steps, and on which rewards."""

from __future__ import annotations

import pytest

from oddsmith.solve.counting import counting, rewards_of
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import ask, lower

GAME = load_text("""
game: walk
type: chain
variables: {x: 0..3}
commands:
  - {action: go, when: x < 3, then: {x: x + 1}}
labels: {over: x = 3, half: x = 1}
rewards: {money: [{action: go, gain: 2}]}
""")


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("P=? [F over]", False),
        ("P=? [F<=3 over]", True),
        ("P=? [X over]", True),
        ("P=? [G not over]", False),
        ("R{money}=? [F over]", False),
        ("R{money}=? [C]", False),
        ("R{money}=? [C<=5]", True),
        ("R{money}=? [I=5]", True),
        ("R{steps}=? [F over]", True),
        ("dist{money} [F over]", False),
        ("dist{steps} [F over]", True),
        ("P=? [F over] given [F half]", False),
        ("visits=? [half]", True),
    ],
)
def test_a_question_counts_steps_or_does_not(text: str, counts: bool) -> None:
    assert bool(counting([ask(GAME, text, "q")])) is counts


def test_the_rewards_that_are_asked_for() -> None:
    texts = ["P=? [F over]", "R{money}=? [F over]", "dist{steps} [F over]"]
    assert rewards_of([ask(GAME, text, "q") for text in texts]) == {"money", "steps"}
    assert rewards_of(lower(GAME).questions) == frozenset()
