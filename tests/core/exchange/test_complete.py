"""A stored model is checked and made as solvers need it: sums, loops, distinct successors."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.exchange.complete import complete
from oddsmith.exchange.stored import StoredModel
from oddsmith.source import SpecError
from oddsmith.space.space import Gains, Stored


def chain(weight: list[float], column: tuple[int, ...] = (0, 1, 1), **more: object) -> StoredModel:
    stored = Stored(2, None, np.array([0, 2, 3]), np.array(column, dtype=np.int32), np.array(weight))
    return StoredModel("chain", stored, **more)  # type: ignore[arg-type]


def test_what_is_right_stays_as_it_is() -> None:
    model = chain([0.25, 0.75, 1])
    assert complete(model, Context()).transitions.weight is model.transitions.weight


def test_few_digits_are_made_up_for_and_told() -> None:
    found = complete(chain([0.3333333, 0.6666666, 1]), Context())
    assert found.transitions.weight[:2].sum() == pytest.approx(1, abs=1e-15)
    assert "were scaled" in found.remarks[0]


def test_fractions_are_believed_only_if_they_sum_to_one() -> None:
    third = Fraction(1, 3)
    for last, kept in ((1 - third, True), (1 - third + Fraction(1, 10**13), False)):
        model = chain([1 / 3, 2 / 3, 1])
        model = replace(model, transitions=replace(model.transitions, exact=(third, last, Fraction(1))))
        assert (complete(model, Context()).transitions.exact is not None) is kept


def test_equal_successors_become_one_unless_their_gains_differ() -> None:
    model = chain([0.25, 0.75, 1], column=(1, 1, 1))
    assert complete(model, Context()).transitions.weight.tolist() == [1, 1]
    gains = {"coins": Gains(np.zeros(2), np.zeros(2), np.array([1.0, 2.0, 0.0]))}
    found = complete(replace(model, gains=gains), Context())
    assert found.transitions.weight.tolist() == [0.25, 0.75, 1]


def test_transitions_of_weight_zero_are_dropped() -> None:
    assert complete(chain([0.0, 1.0, 1.0]), Context()).transitions.column.tolist() == [1, 1]


def test_a_chain_may_leave_ends_without_a_choice() -> None:
    stored = Stored(2, np.array([0, 1, 1]), np.array([0, 1]), np.array([1], dtype=np.int32), np.ones(1))
    gains = {"coins": Gains(np.zeros(2), np.array([3.0]))}
    found = complete(StoredModel("chain", stored, gains=gains), Context())
    assert found.transitions.choice_start is None
    assert found.transitions.column.tolist() == [1, 1]
    assert found.gains["coins"].choice.tolist() == [3, 0]
    assert found.action is not None
    assert found.action.tolist() == [0, -1]


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (chain([0.5, 0.6, 1]), "choice 0 (of state 0) sum to 1.1"),
        (chain([-0.5, 1.5, 1]), "probability of transition 0 is -0.5"),
        (chain([float("nan"), 1, 1]), "probability of transition 0 is nan"),
        (chain([0.5, 0.5, 1], column=(0, 2, 1)), "transition 1 leads to state 2"),
        (chain([0.5, 0.5]), "3 transitions have 2 probabilities"),
        (chain([0.5, 0.5, 1], initial=2), "the first state is 2"),
        (chain([0.5, 0.5, 1], labels={"goal": np.ones(3, dtype=bool)}), "label goal is told for 3 of 2 states"),
        (chain([0.5, 0.5, 1], gains={"r": Gains(np.zeros(2), np.zeros(3))}), "reward r is told for 3 of 2 choices"),
        (chain([0.5, 0.5, 1], gains={"r": Gains(np.array([0, np.inf]), np.zeros(2))}), "reward r of state 1 is inf"),
    ],
)
def test_what_contradicts_itself_is_refused(model: StoredModel, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        complete(model, Context())
    assert "E822" in str(caught.value)
    assert words in str(caught.value)


def test_the_limit_of_states_holds() -> None:
    with pytest.raises(LimitError, match="more than 1 states"):
        complete(chain([0.5, 0.5, 1]), Context(Limits(states=1)))
