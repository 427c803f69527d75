"""States that nothing tells apart become one; all others stay, whatever they are called."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.context import Context
from oddsmith.space.space import StateSpace
from oddsmith.testing import check_reduction
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of, stored_of
from oddsmith_plugins.reductions.bisimulation import Bisimulation

THIRD, TWO_THIRDS = Fraction(1, 3), Fraction(2, 3)


def reduced(space: StateSpace) -> tuple[StateSpace, list[int]]:
    small, lift = Bisimulation().apply(space, Context())
    return small, lift.state.tolist()


def naive(space: StateSpace) -> list[int]:
    """The blocks by comparing signatures of fractions until nothing changes: the definition."""
    stored = space.transitions
    assert stored.exact is not None
    gains = list(space.gains.values())
    block = [hash(tuple(bool(c[s]) for c in space.conditions)) for s in range(space.size)]
    while True:
        seen: dict[object, int] = {}
        fresh = []
        for s in range(space.size):
            choices = set()
            for c in range(int(stored.starts[s]), int(stored.starts[s + 1])):
                sums: dict[object, Fraction] = {}
                for t in range(int(stored.row_start[c]), int(stored.row_start[c + 1])):
                    key = (block[stored.column[t]], *(g.exact_step[t] for g in gains if g.exact_step))
                    sums[key] = sums.get(key, Fraction(0)) + stored.exact[t]
                choices.add((frozenset(sums.items()), *(g.exact_choice[c] for g in gains if g.exact_choice)))
            mine = (block[s], frozenset(choices), *(g.exact_state[s] for g in gains if g.exact_state))
            fresh.append(seen.setdefault(mine, len(seen)))
        if len(seen) == len(set(block)):
            return fresh
        block = fresh


def test_two_ways_to_the_same_end_are_one() -> None:
    space = space_of(stored_of([{1: "1/2", 2: "1/2"}, {3: 1}, {3: 1}, {3: 1}]), [[3]])
    small, state = reduced(space)
    assert state == [0, 1, 1, 2]
    assert small.transitions.exact == (1, 1, 1)
    assert small.transitions.column.tolist() == [1, 2, 2]


def test_thrice_a_sixth_is_a_half() -> None:
    halves = {3: Fraction(1, 2), 6: Fraction(1, 2)}
    sixths = {3: Fraction(1, 6), 4: Fraction(1, 6), 5: Fraction(1, 6), 6: Fraction(1, 2)}
    rows = [{1: "1/2", 2: "1/2"}, halves, sixths, *[{s: 1} for s in range(3, 7)]]
    for exact in (True, False):
        _, state = reduced(space_of(stored_of(rows, exact), [[3, 4, 5]]))
        assert state == [0, 1, 1, 2, 2, 2, 3]


def test_weights_that_differ_in_the_last_bits_stay_apart() -> None:
    irrational = 0.70710678118654752
    space = space_of(
        stored_of([{1: "1/2", 2: "1/2"}, {3: "1/2", 4: "1/2"}, {3: "1/2", 4: "1/2"}, {3: 1}, {4: 1}]), [[3]]
    )
    weight = space.transitions.weight.copy()
    weight[2:6] = [irrational, 1 - irrational, np.nextafter(irrational, 1), 1 - np.nextafter(irrational, 1)]
    space = replace(space, transitions=replace(space.transitions, weight=weight, exact=None))
    assert reduced(space)[1] == [0, 1, 2, 3, 4]
    weight[4:6] = weight[2:4]
    assert reduced(space)[1] == [0, 1, 1, 2, 3]


def test_choices_that_do_the_same_are_one_and_the_way_back_finds_a_first_one() -> None:
    rows = [[{1: "1/2", 2: "1/2"}, {1: 1}, {2: 1}], [{3: 1}], [{3: 1}, {3: 1}], [{3: 1}]]
    transitions = stored_of(rows)
    small, lift = Bisimulation().apply(space_of(transitions, [[3]]), Context())
    assert lift.state.tolist() == [0, 1, 1, 2]
    assert lift.choice.tolist() == [0, 0, 0, 1, 1, 1, 2]
    assert small.transitions.choices == small.size == 3
    assert lift.strategy(np.array([0, 1, 2]), transitions).tolist() == [0, 3, 4, 6]
    assert lift.values(np.array([0.5, 0.25, 1.0])).tolist() == [0.5, 0.25, 0.25, 1.0]


def test_gains_and_players_keep_states_apart() -> None:
    transitions = stored_of([{1: "1/2", 2: "1/2"}, {3: 1}, {3: 1}, {3: 1}])
    for gains in (
        gains_of(transitions, state=[0, 1, 2, 0]),
        gains_of(transitions, choice=[0, 1, 2, 0]),
        gains_of(transitions, step=[0, 0, 1, 2, 0]),
    ):
        assert reduced(space_of(transitions, [[3]], {"money": gains}))[0].size == 4
    space = replace(space_of(transitions, [[3]]), players=("a", "b"), player=np.array([0, 0, 1, 0], dtype=np.int8))
    assert reduced(space)[0].size == 4
    assert reduced(replace(space, player=np.zeros(4, dtype=np.int8)))[0].size == 3


def test_transitions_to_one_block_with_different_gains_stay_apart() -> None:
    transitions = stored_of([{1: "1/2", 2: "1/2"}, {3: 1}, {3: 1}, {3: 1}])
    gains = gains_of(transitions, step=[5, 7, 0, 0, 0])
    small, state = reduced(space_of(transitions, [[3]], {"money": gains}))
    assert state == [0, 1, 1, 2]
    assert small.transitions.column.tolist() == [1, 1, 2, 2]
    assert small.gains["money"].exact_step == (5, 7, 0, 0)


def test_nothing_to_do_gives_the_same_space() -> None:
    space = space_of(stored_of([{1: 1}, {1: 1}]), [[1]])
    assert Bisimulation().apply(space, Context())[0] is space


def test_numbers_of_many_words_are_summed_with_carries() -> None:
    tiny = Fraction(1, 3**100)
    rows = [{1: "1/2", 2: "1/2"}, {3: tiny, 4: tiny, 5: 1 - 2 * tiny}, {3: 2 * tiny, 5: 1 - 2 * tiny}]
    rows += [{3: 1}, {4: 1}, {5: 1}]
    assert reduced(space_of(stored_of(rows), [[3, 4]]))[1] == [0, 1, 1, 2, 2, 3]
    rows[2] = {3: tiny, 5: 1 - tiny}
    assert reduced(space_of(stored_of(rows), [[3, 4]]))[1] == [0, 1, 2, 3, 3, 4]
    weights = 2.0**-100
    rows[2] = {3: 2 * Fraction(weights), 5: 1 - 2 * tiny}
    rows[1] = {3: Fraction(weights), 4: Fraction(weights), 5: 1 - 2 * tiny}
    assert reduced(space_of(stored_of(rows, exact=False), [[3, 4]]))[1] == [0, 1, 1, 2, 2, 3]


masks = st.lists(st.booleans(), min_size=9, max_size=9)
amounts = st.lists(st.sampled_from([0, 0, 0, 1]), min_size=90, max_size=90)


@settings(max_examples=150, deadline=None)
@given(random_transitions(9, 1), masks, amounts, amounts, st.booleans())
def test_chains_get_the_coarsest_partition(transitions, goal, state, step, exact) -> None:
    compare(transitions, goal, state, None, step, exact)


@settings(max_examples=150, deadline=None)
@given(random_transitions(9, 3), masks, amounts, amounts, st.booleans())
def test_decisions_get_the_coarsest_partition(transitions, goal, state, step, exact) -> None:
    compare(transitions, goal, None, state, step, exact)


def compare(transitions, goal, state, choice, step, exact) -> None:
    gains = gains_of(
        transitions,
        state and state[: transitions.size],
        choice and choice[: transitions.choices],
        step[: transitions.count] if step[-1] else None,
    )
    space = space_of(transitions, [[s for s in range(transitions.size) if goal[s]]], {"money": gains})
    expected = naive(space)
    if not exact:
        space = replace(space, transitions=replace(transitions, exact=None))
    small, state_of = reduced(space)
    assert small.size == len(set(expected))
    assert len(set(zip(state_of, expected, strict=True))) == small.size


def test_all_answers_stay() -> None:
    check_reduction(Bisimulation())
