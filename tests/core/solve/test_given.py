"""Conditional questions agree with the chain that remembers what has happened."""

import math
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from oddsmith.expr.nodes import Name, Number
from oddsmith.process.question import Bound, Expectation, Path, Probability, Threshold
from oddsmith.solve.solution import Status
from oddsmith.source import SpecError
from oddsmith.testing.random_games import random_transitions
from oddsmith.testing.small import gains_of, space_of, stored_of

A, B = Name("a"), Name("b")
relaxed = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
masks = st.lists(st.booleans(), min_size=5, max_size=5)


def remembering(transitions, goal, other):
    """The chain over (state, seen goal, seen other), as rows; state 0 is the start."""
    numbers, rows, queue = {}, [], []

    def number(state, seen):
        key = (state, seen[0] or state in goal, seen[1] or state in other)
        if key not in numbers:
            numbers[key] = len(numbers)
            rows.append({})
            queue.append(key)
        return numbers[key]

    number(0, (False, False))
    while queue:
        key = queue.pop()
        start, end = transitions.row_start[key[0]], transitions.row_start[key[0] + 1]
        rows[numbers[key]] = {
            number(int(transitions.column[i]), key[1:]): transitions.exact[i] for i in range(start, end)
        }
    return rows, numbers


@relaxed
@given(random_transitions(5, 1), masks, masks)
def test_both_goals_divided_by_the_condition(asking, transitions, a, b):
    goal, other = ({s for s in range(transitions.size) if mask[s]} for mask in (a, b))
    rows, numbers = remembering(transitions, goal, other)
    both = [numbers[key] for key in numbers if key[1] and key[2]]
    space = space_of(transitions, [goal, other])
    condition = asking.exact(space, Probability(Path("F", B)))
    assume(condition > 0)
    large = space_of(stored_of(rows), [both, []])
    expected = asking.exact(large, Probability(Path("F", A))) / condition
    assert asking.exact(space, Probability(Path("F", A), given=Path("F", B))) == expected
    assert asking.exact(space, Probability(Path("G", A), given=Path("F", B))) == 1 - asking.exact(
        space_of(transitions, [set(range(transitions.size)) - goal, other]),
        Probability(Path("F", A), given=Path("F", B)),
    )


@relaxed
@given(random_transitions(5, 1), masks, masks)
def test_the_condition_may_be_that_something_never_happens(asking, transitions, a, b):
    goal, other = ({s for s in range(transitions.size) if mask[s]} for mask in (a, b))
    space = space_of(transitions, [goal, set(range(transitions.size)) - other])
    happens = space_of(transitions, [goal, other])
    never = 1 - asking.exact(happens, Probability(Path("F", B)))
    assume(never > 0)
    whole = asking.exact(happens, Probability(Path("F", A)))
    joint = whole
    if never < 1:
        joint -= asking.exact(happens, Probability(Path("F", A), given=Path("F", B))) * (1 - never)
    assert asking.exact(space, Probability(Path("F", A), given=Path("G", B))) == joint / never


def walk():
    """A fair walk 0..4 from 2; both ends absorb."""
    return stored_of([{1: "1/2", 3: "1/2"}, {0: "1/2", 2: "1/2"}, {2: 1}, {0: "1/2", 4: "1/2"}, {4: 1}])


def test_rewards_under_a_condition(asking):
    # states: 0 is the middle, 1 and 3 its neighbours, 2 and 4 the ends
    transitions = walk()
    space = space_of(transitions, [[2, 4], [4]])
    assert asking.exact(space, Expectation("steps", "reach", A)) == 4
    assert asking.exact(space, Expectation("steps", "reach", A, given=Path("F", B))) == 4
    # of an unfair start: from the neighbour of the lower end the upper end is far
    space = space_of(transitions, [[2, 4], [4]], initial=1)
    assert asking.exact(space, Expectation("steps", "reach", A, given=Path("F", B))) == 5


def test_a_condition_makes_an_infinite_expectation_finite_or_keeps_it_so(asking):
    space = space_of(walk(), [[4], [4]])
    assert asking.exact(space, Expectation("steps", "reach", A)) == math.inf
    assert asking.exact(space, Expectation("steps", "reach", A, given=Path("F", B))) == 4
    space = space_of(walk(), [[4], [2]])
    assert asking.exact(space, Expectation("steps", "reach", A, given=Path("F", B))) == math.inf


@relaxed
@given(random_transitions(5, 1), masks, masks, st.lists(st.integers(-1, 2), min_size=5, max_size=5))
def test_conditional_rewards_add_up_to_the_whole(asking, transitions, a, b, amounts):
    n = transitions.size
    goal, other = ({s for s in range(n) if mask[s]} for mask in (a, b))
    gains = {"r": gains_of(transitions, state=[Fraction(g) for g in amounts[:n]])}
    space = space_of(transitions, [goal, other], gains)
    opposite = space_of(transitions, [goal, set(range(n)) - other], gains)
    chance = asking.exact(space, Probability(Path("F", B)))
    whole = asking.exact(space, Expectation("r", "reach", A))
    if not 0 < chance < 1:
        return
    if_so = asking.exact(space, Expectation("r", "reach", A, given=Path("F", B)))
    if_not = asking.exact(opposite, Expectation("r", "reach", A, given=Path("G", B)))
    if whole == math.inf:
        assert math.inf in (if_so, if_not)
    else:
        assert chance * if_so + (1 - chance) * if_not == whole


def test_what_cannot_be_asked_is_refused(asking):
    space = space_of(walk(), [[4], []])
    with pytest.raises(SpecError, match="step bounds"):
        asking.exact(space, Probability(Path("F", A, bound=Bound(high=Number(3))), given=Path("F", A)))
    decided = space_of(stored_of([[{0: 1}, {1: 1}], [{1: 1}]]), [[1], [1]])
    with pytest.raises(SpecError, match="nobody decides"):
        asking.exact(decided, Probability(Path("F", A), "max", given=Path("F", B)))


def test_a_condition_that_never_holds_leaves_the_other_answers_alone(asking):
    space = space_of(walk(), [[4], []])
    given = Path("F", B)
    queries = (
        Probability(Path("F", A), given=given),
        Probability(Path("F", A)),
        Probability(Path("F", A), threshold=Threshold("<=", Number(1)), given=given),
        Expectation("steps", "reach", A, given=given),
    )
    undefined, win, comparison, steps = asking.answers(space, *queries)
    assert win.exact == Fraction(1, 2)
    for answer in (undefined, comparison, steps):
        assert answer.status is Status.UNDEFINED
        assert math.isnan(answer.value)
        assert answer.ok is None
        assert answer.method == "the condition has probability 0"


def test_bounds_of_the_parts_become_bounds_of_the_quotient(asking):
    from dataclasses import replace

    from oddsmith.testing.oracle import Oracle

    class Wide(Oracle):
        def solve(self, problem, context):
            solution = super().solve(problem, context)
            free = ~problem.fixed[:, None]
            return replace(solution, exact=None, lower=solution.lower - 1e-4 * free, upper=solution.upper + 1e-4 * free)

    space = space_of(walk(), [[2, 4], [4]], initial=1)
    for query in (
        Probability(Path("F", A), given=Path("F", B)), Expectation("steps", "reach", A, given=Path("F", B)),
    ):  # fmt: skip
        true = asking.exact(space, query)
        (answer,) = asking.answers(space, query, choose=lambda problem: Wide())
        assert answer.lower <= true <= answer.upper
        assert answer.upper - answer.lower < 0.02
