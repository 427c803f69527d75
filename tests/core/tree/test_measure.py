"""What questions measure of plays."""

from __future__ import annotations

import pytest

from oddsmith.context import Context
from oddsmith.solve.conditions import conditions_of
from oddsmith.space.explore import explore
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import ask, lower, with_questions
from oddsmith.tree.unfolded import Unfolded
from oddsmith_plugins.kernels.reference import Reference

WALK = """
game: walk
type: mdp
variables: {x: {range: 0..3, init: 1, sees: []}, t: 0..3}
commands:
  - {when: t < 3 and 0 < x < 3, draw: {k: {1: 1/3, -1: 2/3}}, then: {x: x + k, t: t + 1}}
labels: {top: x = 3, over: x = 0 or x = 3 or t = 3}
rewards: {steps_taken: 1, height: [{action: "*", gain: next(x) - x}]}
"""


def expected(text: str) -> float:
    """The expectation of a measure where only chance decides."""
    game = load_text(WALK, "walk.yaml", {})
    process = with_questions(lower(game), [ask(game, text, "asked")], game)
    conditions = conditions_of(process.questions)
    space, _ = explore(process, conditions, [Reference()], Context())
    found = Unfolded.of(process, space, conditions, Context())
    (question,) = [q for q in process.questions if q.name == "asked"]
    exact = found.exact
    assert exact is not None
    value = exact.value((), found.exact_payoff(question))
    if value != float("inf"):
        assert found.plays.chance @ found.payoff(question) == pytest.approx(float(value), rel=1e-12)
    return float(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Pmax=? [F top]", 1 / 9),
        ("Pmax=? [F<=2 top]", 1 / 9),
        ("Pmax=? [F<=1 top]", 0),
        ("Pmax=? [x < 2 U top]", 0),
        ("Pmax=? [G x > 0]", 1 / 9 + 2 / 9 * 1 / 3),
        ("Pmax=? [X x = 2]", 1 / 3),
        ("Pmax=? [F[2,2] x = 1]", 2 / 9),
        ("Pmax=? [F[5,9] top]", 1 / 9),
        ("Rmax{steps_taken}=? [F over]", 2 / 3 + 1 / 3 * (1 / 3 * 2 + 2 / 3 * 3)),
        ("Rmax{steps_taken}=? [C<=1]", 1),
        ("Rmax{height}=? [C]", 1 / 3 * (1 / 3 * 2 + 2 / 3 * (1 / 3 * 1 - 2 / 3 * 1)) - 2 / 3),
        ("Rmax{height}=? [F top]", float("inf")),
    ],
)
def test_measures(text: str, value: float) -> None:
    assert expected(text) == pytest.approx(value, abs=1e-12)
