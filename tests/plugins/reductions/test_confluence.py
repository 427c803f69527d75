"""Hidden steps after which everything else can still be done are left out; who could stay for ever still can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.expr.nodes import Name
from oddsmith.process.question import Expectation, Path, Probability, Question
from oddsmith.solve.answering import answer_all
from oddsmith.space.space import StateSpace, Stored
from oddsmith.testing import check_reduction
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of, stored_of
from oddsmith_plugins.reductions.confluence import Confluence

GOAL = Name("goal")


def hiding(transitions: Stored, hidden: Sequence[int], goal: Sequence[int] = (), **gains: Sequence[int]) -> StateSpace:
    """A space in which the choices `hidden` are internal."""
    money = gains_of(transitions, **{key: [Fraction(g) for g in values] for key, values in gains.items()})
    summand = np.ones(transitions.choices, dtype=np.int32)
    summand[list(hidden)] = 0
    space = space_of(transitions, [goal], {"money": money})
    return replace(space, summand=summand, actions=("tau", "loud"))


def reduced(space: StateSpace) -> list[int]:
    return Confluence().apply(space, Context())[1].state.tolist()


def test_a_hidden_step_without_alternative_is_left_out() -> None:
    transitions = stored_of([{1: 1}, {2: "1/2", 3: "1/2"}, {2: 1}, {3: 1}])
    assert reduced(hiding(transitions, [0], [3])) == [0, 0, 1, 2]


def test_loud_steps_gains_and_changes_are_seen() -> None:
    transitions = stored_of([{1: 1}, {2: "1/2", 3: "1/2"}, {2: 1}, {3: 1}])
    assert reduced(hiding(transitions, [], [3])) == [0, 1, 2, 3]
    assert reduced(hiding(transitions, [0], [0])) == [0, 1, 2, 3]
    assert reduced(hiding(transitions, [0], [3], state=[1, 0, 0, 0])) == [0, 1, 2, 3]
    assert reduced(hiding(transitions, [0], [3], choice=[1, 0, 0, 0])) == [0, 1, 2, 3]
    assert reduced(hiding(transitions, [0], [3], step=[1, 0, 0, 0, 0])) == [0, 1, 2, 3]
    assert reduced(hiding(transitions, [0], [3], state=[0, 1, 0, 0])) == [0, 0, 1, 2]


def test_what_can_be_done_before_must_be_there_afterwards() -> None:
    diamond = [[{1: 1}, {2: 1}], [{3: 1}], [{3: 1}], [{3: 1}]]
    assert reduced(hiding(stored_of(diamond), [0, 3], [])) == [0, 0, 1, 1]
    lost = [[{1: 1}, {2: 1}], [{1: 1}], [{2: 1}]]
    assert reduced(hiding(stored_of(lost), [0], [2])) == [0, 1, 2]


def test_two_hidden_steps_in_either_order_are_one_state() -> None:
    transitions = stored_of([[{1: 1}, {2: 1}], [{3: 1}], [{3: 1}], [{4: "1/2", 5: "1/2"}], [{4: 1}], [{5: 1}]])
    assert reduced(hiding(transitions, [0, 1, 2, 3], [5])) == [0, 0, 0, 0, 1, 2]


def test_a_hidden_choice_between_different_ends_stays() -> None:
    transitions = stored_of([[{1: 1}, {2: 1}], [{3: 1}], [{4: 1}], [{3: 1}], [{4: 1}]])
    small, _ = Confluence().apply(hiding(transitions, [0, 1, 2, 3], [4]), Context())
    assert small.size == 4
    assert small.transitions.choices == 5


def test_hidden_loops_become_one_state_that_may_stay() -> None:
    transitions = stored_of([[{1: 1}, {2: "1/2", 3: "1/2"}], [{0: 1}], [{2: 1}], [{3: 1}]])
    small, lift = Confluence().apply(hiding(transitions, [0, 2], [3]), Context())
    assert lift.state.tolist() == [0, 0, 1, 2]
    assert sorted(small.transitions.column[:3].tolist()) == [0, 1, 2]
    leaving = int(lift.choice[1])
    assert lift.strategy(np.array([leaving, 2, 3]), transitions).tolist() == [1, 2, 3, 4]
    staying = int(lift.choice[0])
    assert lift.strategy(np.array([staying, 2, 3]), transitions).tolist() == [0, 2, 3, 4]


def test_a_chain_that_runs_round_in_hiding_stays_for_ever() -> None:
    small, _ = Confluence().apply(hiding(stored_of([{1: 1}, {2: 1}, {1: 1}]), [0, 1, 2]), Context())
    assert small.size == 1
    assert small.transitions.column.tolist() == [0]


def test_who_can_stay_by_a_loud_step_is_not_merged_with_those_who_cannot() -> None:
    transitions = stored_of([[{1: 1}, {0: 1}], [{2: 1}], [{3: 1}], [{3: 1}]])
    assert reduced(hiding(transitions, [0, 2], [3])) == [0, 1, 1, 2]


def test_strategies_go_on_by_hidden_steps_to_where_the_choice_is() -> None:
    transitions = stored_of([[{1: 1}], [{2: 1}], [{3: 1}, {4: 1}], [{3: 1}], [{4: 1}]])
    small, lift = Confluence().apply(hiding(transitions, [0, 1], [4]), Context())
    assert small.size == 3
    assert lift.strategy(np.array([1, 2, 3]), transitions).tolist() == [0, 1, 3, 4, 5]


def test_players_are_not_mixed_up() -> None:
    rows = [[{1: 1}, {2: 1}], [{2: 1}, {3: 1}], [{2: 1}], [{3: 1}]]
    space = replace(hiding(stored_of(rows), [0], [3]), players=("a", "b"))
    assert reduced(replace(space, player=np.array([0, 0, 0, 0], dtype=np.int8))) == [0, 0, 1, 2]
    assert reduced(replace(space, player=np.array([0, 1, 0, 0], dtype=np.int8))) == [0, 1, 2, 3]


def answers(space: StateSpace) -> list[object]:
    optima = (None,) if space.transitions.choices == space.size else ("min", "max")
    queries = [Probability(Path("F", GOAL), optimum) for optimum in optima]
    queries += [Probability(Path("G", GOAL), optimum) for optimum in optima]
    queries += [Expectation("money", "reach", GOAL, optimum=optimum) for optimum in optima]
    queries += [Expectation("money", "total", optimum=optimum) for optimum in optima]
    questions = [Question(f"q{number}", "", query) for number, query in enumerate(queries)]
    found = answer_all(space, questions, lambda problem: Oracle(), Context(), (GOAL,))
    values = [answer.exact if answer.exact is not None else answer.value for answer in found]
    return values * 2 if optima == (None,) else [values[i] for i in (0, 2, 4, 6, 1, 3, 5, 7)]


masks = st.lists(st.booleans(), min_size=40, max_size=40)
likely = st.lists(st.sampled_from([True, True, True, False]), min_size=40, max_size=40)
amounts = st.lists(st.sampled_from([0, 0, 0, 0, 1]), min_size=40, max_size=40)


@settings(max_examples=150, deadline=None)
@given(random_transitions(6, 2, 2), likely, likely, amounts)
def test_random_decisions_keep_their_answers(transitions, hidden, plain, amount) -> None:
    goal = [s for s in range(transitions.size) if not plain[s]]
    choices = [c for c in range(transitions.choices) if hidden[c]]
    space = hiding(transitions, choices, goal, choice=amount[: transitions.choices])
    small, lift = Confluence().apply(space, Context())
    assert small.size == len(set(lift.state.tolist()))
    assert answers(small) == answers(space)


@settings(max_examples=100, deadline=None)
@given(random_transitions(7, 1, 2), likely, likely, amounts)
def test_random_chains_keep_their_answers(transitions, hidden, plain, amount) -> None:
    goal = [s for s in range(transitions.size) if not plain[s]]
    choices = [c for c in range(transitions.choices) if hidden[c]]
    space = hiding(transitions, choices, goal, state=amount[: transitions.size])
    assert answers(Confluence().apply(space, Context())[0]) == answers(space)


def test_all_answers_stay() -> None:
    check_reduction(Confluence())
