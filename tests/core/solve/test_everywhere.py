"""Answers at every state are those of games that begin there."""

from dataclasses import replace
from fractions import Fraction

import pytest

from oddsmith.context import Context
from oddsmith.expr.nodes import Number
from oddsmith.process.question import Bound, Distribution, Expectation, Path, Probability
from oddsmith.solve.everywhere import everywhere
from oddsmith.source import SpecError
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.small import gains_of, space_of, stored_of

HALF = Fraction(1, 2)
# a walk over 0..3; both ends stay as they are
WALK = stored_of([[{0: 1}], [{0: HALF, 2: HALF}], [{1: HALF, 3: HALF}], [{3: 1}]])


@pytest.fixture
def walk():
    return space_of(WALK, [[3], [0, 3]], {"signed": gains_of(WALK, choice=[0, 1, -2, 0])})


def queries(asking):
    won, over = asking.a, asking.b
    return [
        Probability(Path("F", won)),
        Probability(Path("G", over)),
        Probability(Path("F", won, bound=Bound(high=Number(Fraction(2))))),
        Expectation("signed", "reach", over),
    ]


@pytest.mark.parametrize("number", range(4))
def test_every_state_has_the_answer_of_a_game_that_begins_there(asking, walk, number):
    query = queries(asking)[number]
    found = everywhere(walk, asking.question(query), lambda problem: Oracle(), Context(), formulas=asking.formulas)
    for state in range(walk.size):
        (answer,) = asking.answers(replace(walk, initial=state), query)
        assert found.lower[state] <= answer.upper
        assert found.upper[state] >= answer.lower
        assert found.value[state] == pytest.approx(answer.value)


def test_what_needs_more_than_one_step_is_refused(asking, walk):
    question = asking.question(Distribution("steps", asking.b))
    with pytest.raises(SpecError, match="for the first state only"):
        everywhere(walk, question, lambda problem: Oracle(), Context(), formulas=asking.formulas)
